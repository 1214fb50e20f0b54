// Put at the end of a report: does what a reader does and writes what came of it into the
// page, a line "ok: ..." or "not ok: ..." each.
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

  try {
    var all = shown().length;
    var outlines = JSON.parse(by("outlines").textContent);
    check("all curves are listed", all > 0 && by("count").textContent.startsWith(all + " of " + all));
    check("the page is not wider than the window",
      document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    check("pictures are there", Array.from(document.images).every(function (image) {
      return image.complete && image.naturalWidth > 0;
    }));

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
    check("no error: " + error, false);
  }
  var result = document.createElement("pre");
  result.id = "actions-result";
  result.textContent = lines.join("\n");
  document.body.append(result);
}());
