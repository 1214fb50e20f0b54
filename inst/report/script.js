// The table of curves, read from the CSV file in the page: sorted by its headers, filtered, so many
// rows at a time, each row showing its outline.
(function () {
  "use strict";
  var by = function (id) { return document.getElementById(id); };
  var table = by("curve-table");
  var body = table.tBodies[0];
  var box = table.parentNode;
  var most = Number(box.dataset.rows);
  var heads = Array.from(table.tHead.rows[0].cells);
  var find = by("find");
  var choose = by("choose");
  var only = by("only-drawn");
  var pages = by("pages");
  var preview = by("preview");
  var outlines = JSON.parse(by("outlines").textContent);
  var words = new Intl.Collator(undefined, { numeric: true });
  var figure = function (x) { return x.toLocaleString("en"); };

  var saved = readCsv(new TextDecoder().decode(readBase64(by("csv").getAttribute("href").split(",")[1])));
  var numbers = function (column) {
    return column.map(function (x) { return x === "" ? NaN : Number(x); });
  };
  var columns = {
    place: saved.id.map(function (_, i) { return i + 1; }),
    curve: saved.id.map(plain),
    cluster: numbers(saved.cluster),
    certainty: numbers(saved.certainty),
    truth: saved.truth && saved.truth.map(plain)
  };
  var shownAs = function (name, i) {
    var value = columns[name][i];
    return name !== "certainty" ? String(value) : isNaN(value) ? "NA" : value.toFixed(3);
  };
  var isNumber = function (head) { return head.classList.contains("number"); };
  var n = columns.place.length;
  var sampled = outlines.some(function (points) { return points === ""; });
  var groups = sampled ? drawnOfClusters() : null;
  var ranks = {};
  var texts = null;
  var order = columns.place.map(function (place) { return place - 1; });
  var listed = order;
  var first = 0;

  function readBase64(text) {
    var letters = atob(text);
    var bytes = new Uint8Array(letters.length);
    for (var i = 0; i < letters.length; i += 1) bytes[i] = letters.charCodeAt(i);
    return bytes;
  }

  // Columns by their names. Text stands between quotes, its own quotes doubled.
  function readCsv(text) {
    var records = [], fields = [], at = 0;
    while (at < text.length) {
      var end = at;
      if (text[at] === "\"") {
        do end = text.indexOf("\"", end + 1); while (text[end + 1] === "\"" && (end += 1));
        fields.push(text.slice(at + 1, end).replace(/""/g, "\""));
        end += 1;
      } else {
        while (text[end] !== "," && text[end] !== "\r") end += 1;
        fields.push(text.slice(at, end));
      }
      at = end + 1;
      if (text[end] === ",") continue;
      records.push(fields);
      fields = [];
      at += 1;
    }
    var columns = {};
    records.shift().forEach(function (name, j) {
      columns[name] = records.map(function (record) { return record[j]; });
    });
    return columns;
  }

  // Text of the file as it was before it was kept from running in a spreadsheet program.
  function plain(text) {
    return text.replace(/^'/, "").replace(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "\ufffd");
  }

  // For each cluster: its size, how many of its curves are drawn, the most certain of these.
  function drawnOfClusters() {
    var groups = {};
    columns.cluster.forEach(function (cluster, i) {
      var own = groups[cluster] || (groups[cluster] = { size: 0, drawn: 0, example: -1 });
      own.size += 1;
      if (outlines[i] === "") return;
      own.drawn += 1;
      if (own.example < 0 || columns.certainty[i] > columns.certainty[own.example]) own.example = i;
    });
    return groups;
  }

  // Numbers that sort as the values of a column do.
  function rank(head) {
    var name = head.dataset.name;
    if (isNumber(head)) return columns[name];
    if (!ranks[name]) {
      var values = Array.from(new Set(columns[name])).sort(words.compare);
      var places = new Map();
      var last = 0;
      values.forEach(function (value, i) {
        if (i > 0 && words.compare(values[i - 1], value) !== 0) last = i;
        places.set(value, last);
      });
      ranks[name] = columns[name].map(function (value) { return places.get(value); });
    }
    return ranks[name];
  }

  function sort(head) {
    var up = head.getAttribute("aria-sort") !== "ascending";
    var x = rank(head);
    heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    order.sort(function (i, j) { return (up ? x[i] - x[j] : x[j] - x[i]) || i - j; });
    filter();
  }

  function filter() {
    var wanted = find.value.trim().toLowerCase();
    var cluster = Number(choose.value);
    texts = texts || columns.curve.map(function (id, i) {
      return (columns.truth ? id + "\n" + columns.truth[i] : id).toLowerCase();
    });
    listed = order.filter(function (i) {
      return (wanted === "" || texts[i].includes(wanted)) &&
        (cluster === 0 || columns.cluster[i] === cluster) &&
        !(only && only.checked && outlines[i] === "");
    });
    var drawn = sampled ? listed.filter(function (i) { return outlines[i] !== ""; }).length : 0;
    by("count").textContent = figure(listed.length) + " of " + figure(n) +
      (n === 1 ? " curve" : " curves") + (sampled ? ", " + figure(drawn) + " drawn" : "");
    list(0);
  }

  // Shows the rows of `listed` from that one on.
  function list(from) {
    first = from;
    var last = Math.min(first + most, listed.length);
    body.replaceChildren.apply(body, listed.slice(first, last).map(makeRow));
    enter(body.rows[0]);
    box.scrollTop = 0;
    pages.hidden = listed.length <= most;
    by("rows").textContent = figure(first + 1) + " to " + figure(last);
    pages.querySelectorAll("button").forEach(function (button) {
      button.disabled = pageStart(button.dataset.to) === first;
    });
  }

  // The first row of another page, or of this one where there is none.
  function pageStart(to) {
    var end = Math.max(0, Math.ceil(listed.length / most) - 1) * most;
    return { first: 0, previous: Math.max(0, first - most), next: Math.min(end, first + most), last: end }[to];
  }

  function makeRow(i) {
    var row = document.createElement("tr");
    row.tabIndex = -1;
    row.dataset.at = i;
    heads.forEach(function (head) {
      var name = head.dataset.name;
      var cell = document.createElement(name === "curve" ? "th" : "td");
      if (name === "curve") cell.scope = "row";
      cell.className = head.className;
      cell.textContent = shownAs(name, i);
      if (name === "certainty") {
        var bar = document.createElement("i");
        bar.style.setProperty("--share", Math.round(100 * columns.certainty[i]) + "%");
        cell.append(bar);
      }
      row.append(cell);
    });
    return row;
  }

  // One row is a stop of the Tab key; the arrows go on from there.
  function enter(row) {
    Array.from(body.rows).forEach(function (other) { other.tabIndex = -1; });
    if (row) row.tabIndex = 0;
  }

  function show(row) {
    var i = Number(row.dataset.at);
    Array.from(body.rows).forEach(function (other) { other.classList.toggle("shown", other === row); });
    if (!preview) return;
    var cluster = columns.cluster[i];
    var said = columns.curve[i] + ": cluster " + cluster + ", certainty " + shownAs("certainty", i);
    var drawn = i;
    if (outlines[i] === "") {
      var own = groups[cluster];
      drawn = own.example;
      said += ". Not drawn; shown instead: " + columns.curve[drawn] + ". Of this cluster, " +
        figure(own.drawn) + " of " + figure(own.size) + " curves are drawn.";
    }
    preview.querySelector("svg").classList.toggle("instead", drawn !== i);
    preview.querySelector("polygon, polyline").setAttribute("points", outlines[drawn]);
    preview.querySelector("figcaption").textContent = said;
  }

  heads.forEach(function (head) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", function () { sort(head); });
    head.replaceChildren(button);
  });
  ["mouseover", "focusin", "click"].forEach(function (event) {
    body.addEventListener(event, function (e) { show(e.target.closest("tr")); });
  });
  body.addEventListener("keydown", function (e) {
    var at = first + e.target.closest("tr").sectionRowIndex;
    var to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: listed.length - 1 }[e.key];
    if (to === undefined || to < 0 || to >= listed.length) return;
    e.preventDefault();
    var from = Math.floor(to / most) * most;
    if (from !== first) list(from);
    enter(body.rows[to - from]);
    body.rows[to - from].focus();
  });
  pages.addEventListener("click", function (e) {
    if (e.target.dataset.to) list(pageStart(e.target.dataset.to));
  });
  find.addEventListener("input", filter);
  choose.addEventListener("change", filter);
  if (only) only.addEventListener("change", filter);
  by("filters").addEventListener("submit", function (e) { e.preventDefault(); });
  by("filters").hidden = false;
  if (preview) preview.hidden = false;
  filter();
  show(body.rows[0]);
}());
