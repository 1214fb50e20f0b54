// Put at the end of a report: does what a reader does and sends what came of it to the page
// around, a line "ok: ..." or "not ok: ..." each.
(function () {
  "use strict";
  var lines = [];
  var check = function (what, holds) { lines.push((holds ? "ok: " : "not ok: ") + what); };
  var by = function (id) { return document.getElementById(id); };
  var table = by("curve-table");
  var shown = function () {
    return Array.from(table.tBodies[0].rows).filter(function (row) {
      return getComputedStyle(row).display !== "none";
    });
  };
  var column = function (name) {
    return Array.from(table.tHead.rows[0].cells).findIndex(function (head) {
      return head.dataset.name === name;
    });
  };
  var values = function (name) {
    return shown().map(function (row) { return row.cells[column(name)].textContent.trim(); });
  };
  var numbers = function (name) { return values(name).map(Number); };
  var type = function (id, value, event) {
    by(id).value = value;
    by(id).dispatchEvent(new Event(event, { bubbles: true }));
  };
  var sort = function (name) {
    table.tHead.rows[0].cells[column(name)].querySelector("button").click();
  };
  var increasing = function (x) {
    return x.every(function (value, i) { return i === 0 || x[i - 1] <= value; });
  };
  var press = function (key) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true }));
  };
  var point = function (row) { row.dispatchEvent(new MouseEvent("mouseover", { bubbles: true })); };
  var drawn = function () {
    return by("preview").querySelector("polygon, polyline").getAttribute("points");
  };

  // Thrown where the rest is of a table with all its rows.
  var finished = {};
  var number = function (text) { return text === "" ? NaN : Number(text); };

  // Fields of a CSV file, all rows; quotes within fields are doubled.
  var parse = function (text) {
    var rows = [[]], field = "", quoted = false;
    for (var i = 0; i < text.length; i += 1) {
      var letter = text[i];
      if (quoted) {
        if (letter !== "\"") field += letter;
        else if (text[i + 1] === "\"") { field += letter; i += 1; } else quoted = false;
      } else if (letter === "\"") {
        quoted = true;
      } else if (letter === "," || letter === "\n") {
        rows[rows.length - 1].push(field);
        field = "";
        if (letter === "\n") rows.push([]);
      } else if (letter !== "\r") {
        field += letter;
      }
    }
    return rows.slice(0, -1);
  };

  var checkFile = function (all) {
    var link = by("csv");
    var head = "data:text/csv;charset=utf-8;base64,";
    check("the table can be saved as a CSV file", link.download.endsWith(".csv") && link.href.startsWith(head));
    var bytes = Uint8Array.from(atob(link.href.slice(head.length)), function (c) { return c.charCodeAt(0); });
    var saved = parse(new TextDecoder().decode(bytes));
    var names = saved.shift();
    var at = function (name) { return names.indexOf(name); };
    var ids = values("curve"), labels = values("cluster"), sure = numbers("certainty");
    check("which has a row for each curve", saved.length === all);
    check("with its id, which no spreadsheet runs", saved.every(function (row, i) {
      var plain = /^[=+@\t\r\n'-]/.test(ids[i]) ? "'" + ids[i] : ids[i];
      return row[at("id")].replace(/[\u0001-\u001f]/g, "\ufffd").trim() === plain;
    }));
    check("with its cluster and certainty", saved.every(function (row, i) {
      return row[at("cluster")] === labels[i] && Math.abs(number(row[at("certainty")]) - sure[i]) < 6e-4;
    }));
  };

  // A table that shows some of its rows at a time, and outlines of some curves.
  var checkPages = function (outlines) {
    var most = Number(table.parentNode.dataset.rows);
    var n = outlines.length;
    var button = function (to) { return by("pages").querySelector("[data-to=" + to + "]"); };
    var ofAll = function (name) {
      var found = [];
      button("first").click();
      for (;;) {
        found = found.concat(numbers(name));
        if (button("next").disabled) return found;
        button("next").click();
      }
    };
    var isDrawn = function (row) { return outlines[Number(row.cells[column("place")].textContent) - 1] !== ""; };
    check("some rows are listed", shown().length === most && n > most);
    check("and said", by("rows").textContent === "1 to " + most && by("count").textContent.startsWith(n + " of " + n));
    check("pages hold all rows", ofAll("place").every(function (place, i) { return place === i + 1; }) &&
      numbers("place").pop() === n && button("last").disabled);
    button("previous").click();
    check("the page before has its rows", numbers("place")[0] === (Math.ceil(n / most) - 2) * most + 1);
    sort("certainty");
    check("all pages are sorted as one", increasing(ofAll("certainty")));
    sort("place");
    shown()[most - 1].focus();
    press("ArrowDown");
    check("the arrows go on to the next page", numbers("place")[0] === most + 1 && document.activeElement === shown()[0]);
    press("ArrowUp");
    check("and back", document.activeElement === shown()[most - 1] && numbers("place")[0] === 1);
    press("End");
    check("End goes to the last row of all", document.activeElement === shown().pop() && numbers("place").pop() === n);
    press("Home");
    check("Home to the first", document.activeElement === shown()[0] && numbers("place")[0] === 1);
    button("first").click();
    while (shown().every(isDrawn)) button("next").click();
    var missing = shown().find(function (row) { return !isDrawn(row); });
    point(missing);
    check("another curve of the cluster stands for one that is not drawn", drawn().length > 0 &&
      by("preview").textContent.includes("Not drawn; shown instead") && by("preview").querySelector(".instead") !== null);
    type("choose", missing.cells[column("cluster")].textContent, "change");
    check("it is said how many are drawn", /^\d+ of \d+ curves, \d+ drawn$/.test(by("count").textContent));
    type("choose", "", "change");
    by("only-drawn").click();
    check("those drawn can be chosen", shown().every(isDrawn) && shown().length > 0);
    point(shown()[0]);
    check("and show themselves", by("preview").querySelector(".instead") === null);
    by("only-drawn").click();
    type("find", values("curve")[0], "input");
    check("few rows need no pages", shown().length > most || by("pages").hidden);
    type("find", "no curve has this name", "input");
    check("no rows neither", shown().length === 0 && by("pages").hidden);
    type("find", "", "input");
  };

  // What the canvas shows.
  var checkView = function () {
    var canvas = by("view").querySelector("canvas");
    var seen = function () { return canvas.toDataURL(); };
    var send = function (kind, x, y) {
      canvas.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: x, clientY: y }));
    };
    var key = function (name) {
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    };
    var first = seen();
    var ink = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    check("the view is shown and drawn", !by("view").hidden && ink.some(function (v, i) {
      return i % 4 === 3 && v > 0;
    }));
    check("and fits the window", canvas.getBoundingClientRect().right <= document.documentElement.clientWidth);
    send("pointermove", 10, 10);
    check("moving the pointer alone leaves it", seen() === first);
    send("pointerdown", 50, 50);
    send("pointermove", 90, 70);
    var dragged = seen();
    check("dragging rotates it", dragged !== first);
    send("pointerup", 90, 70);
    send("pointermove", 200, 10);
    check("until the pointer is let go", seen() === dragged);
    key("Home");
    check("Home resets it", seen() === first);
    ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"].forEach(function (name) {
      var before = seen();
      key(name);
      check(name + " rotates it", seen() !== before);
    });
    key("a");
    by("view").querySelector("[data-turn=reset]").click();
    check("the button resets it", seen() === first);
    by("view").querySelector("[data-turn=left]").click();
    var left = seen();
    key("Home");
    key("ArrowLeft");
    check("buttons do as keys do", left !== first && seen() === left);
    var clusters = by("view-cluster").options.length;
    type("view-cluster", String(clusters), "change");
    check("another cluster can be chosen", clusters === 1 || seen() !== first);
    check("and is named", by("view-told").textContent.startsWith("Cluster " + clusters + ":") &&
      canvas.getAttribute("aria-label") === by("view-told").textContent);
  };

  try {
    var all = shown().length;
    var outlines = JSON.parse(by("outlines").textContent);
    var paged = !by("pages").hidden;
    check("all curves are listed", paged || all > 0 && by("count").textContent.startsWith(all + " of " + all));
    check("the page is not wider than the window",
      document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    check("the window is as wide as asked", window.innerWidth === Number(new URLSearchParams(location.search).get("width")));
    check("headings go down one level at a time", Array.from(document.querySelectorAll("h1, h2, h3, h4"))
      .every(function (head, i, heads) {
        return i === 0 ? head.tagName === "H1" : head.tagName[1] - heads[i - 1].tagName[1] <= 1;
      }));
    check("controls have names", Array.from(document.querySelectorAll("input, select, button, canvas, [role=region]"))
      .every(function (one) {
        return one.textContent.trim() || one.getAttribute("aria-label") || one.labels && one.labels.length ||
          one.getAttribute("aria-labelledby");
      }));
    if (paged) checkPages(outlines); else checkFile(all);
    if (by("view")) checkView();
    check("pictures are there", Array.from(document.images).every(function (image) {
      return image.complete && image.naturalWidth > 0;
    }));

    if (paged) throw finished;
    var last = values("curve")[all - 1];
    type("find", last.toUpperCase(), "input");
    check("typing an id leaves the curves that hold it", shown().length > 0 &&
      values("curve").every(function (id) { return id.toLowerCase().includes(last.toLowerCase()); }));
    type("find", "no curve has this name", "input");
    check("typing nonsense leaves none", shown().length === 0 && by("count").textContent.startsWith("0 of"));
    type("find", "", "input");
    check("typing nothing leaves all", shown().length === all);

    type("choose", "1", "change");
    check("choosing a cluster leaves its curves", shown().length > 0 &&
      values("cluster").every(function (label) { return label === "1"; }));
    type("choose", "", "change");
    check("choosing all leaves all", shown().length === all);

    sort("certainty");
    check("certainty sorts upwards", increasing(numbers("certainty")));
    sort("certainty");
    check("and downwards", increasing(numbers("certainty").reverse()));
    check("and says so", table.querySelectorAll("[aria-sort]").length === 1 &&
      table.querySelector("[aria-sort=descending]").dataset.name === "certainty");
    sort("curve");
    var words = new Intl.Collator(undefined, { numeric: true });
    check("ids sort as words and numbers", values("curve").every(function (id, i, ids) {
      return i === 0 || words.compare(ids[i - 1], id) <= 0;
    }));
    sort("place");
    check("and back into their order", increasing(numbers("place")));

    if (outlines.length === 0) {
      check("without curves there is no preview", by("preview") === null);
      point(shown()[0]);
    } else {
      check("there is an outline for each curve", outlines.length === all);
      sort("cluster");
      sort("cluster");
      point(shown()[all - 1]);
      check("pointing at a row shows its curve",
        drawn() === outlines[numbers("place")[all - 1] - 1] && drawn().length > 0);
      check("and says whose it is", by("preview").textContent.includes(values("curve")[all - 1]));
      var box = by("preview").querySelector("polygon, polyline").getBoundingClientRect();
      check("and it can be seen", box.width > 10 || box.height > 10);
      shown()[0].focus();
      check("so does moving to a row by the keyboard", drawn() === outlines[numbers("place")[0] - 1]);
      press("End");
      check("and the arrows and End", document.activeElement === shown()[all - 1] &&
        drawn() === outlines[numbers("place")[all - 1] - 1]);
      press("ArrowUp");
      check("which stop at the ends", document.activeElement === shown()[Math.max(all - 2, 0)]);
    }
    check("one row is a stop of the Tab key", shown().filter(function (row) {
      return row.tabIndex === 0;
    }).length === 1);
  } catch (error) {
    if (error !== finished) check("no error: " + error, false);
  }
  window.parent.postMessage(lines.join("\n"), "*");
}());
