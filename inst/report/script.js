// The table of curves: sorted by its headers, filtered, each row showing its outline.
(function () {
  "use strict";
  var table = document.getElementById("curve-table");
  var body = table.tBodies[0];
  var rows = Array.from(body.rows);
  var heads = Array.from(table.tHead.rows[0].cells);
  var find = document.getElementById("find");
  var choose = document.getElementById("choose");
  var count = document.getElementById("count");
  var preview = document.getElementById("preview");
  var outlines = JSON.parse(document.getElementById("outlines").textContent);
  var words = new Intl.Collator(undefined, { numeric: true });
  var column = function (name) {
    return heads.findIndex(function (head) { return head.dataset.name === name; });
  };
  var place = column("place");
  var curve = column("curve");
  var cluster = column("cluster");
  var certainty = column("certainty");
  var text = function (row, j) { return row.cells[j].textContent.trim(); };

  function sort(j) {
    var head = heads[j];
    var up = head.getAttribute("aria-sort") !== "ascending";
    var isNumber = head.classList.contains("number");
    heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    rows.sort(function (a, b) {
      var x = text(a, j), y = text(b, j);
      var order = isNumber ? Number(x) - Number(y) : words.compare(x, y);
      return (up ? order : -order) || Number(text(a, place)) - Number(text(b, place));
    });
    body.append.apply(body, rows);
    enter(visible()[0]);
  }

  function filter() {
    var wanted = find.value.trim().toLowerCase();
    rows.forEach(function (row) {
      var found = heads.some(function (head, j) {
        return !head.classList.contains("number") && text(row, j).toLowerCase().includes(wanted);
      });
      row.hidden = !found || (choose.value !== "" && text(row, cluster) !== choose.value);
    });
    count.textContent = visible().length + " of " + rows.length +
      (rows.length === 1 ? " curve" : " curves");
    enter(visible()[0]);
  }

  function visible() { return rows.filter(function (row) { return !row.hidden; }); }

  // One row is a stop of the Tab key; the arrows go on from there.
  function enter(row) {
    rows.forEach(function (other) { other.tabIndex = -1; });
    if (row) row.tabIndex = 0;
  }

  function show(row) {
    rows.forEach(function (other) { other.classList.toggle("shown", other === row); });
    if (!preview) return;
    preview.querySelector("polygon, polyline")
      .setAttribute("points", outlines[Number(text(row, place)) - 1]);
    preview.querySelector("figcaption").textContent = text(row, curve) + ": cluster " +
      text(row, cluster) + ", certainty " + text(row, certainty);
  }

  heads.forEach(function (head, j) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", function () { sort(j); });
    head.replaceChildren(button);
  });
  ["mouseover", "focusin", "click"].forEach(function (event) {
    body.addEventListener(event, function (e) { show(e.target.closest("tr")); });
  });
  body.addEventListener("keydown", function (e) {
    var shown = visible();
    var at = shown.indexOf(e.target.closest("tr"));
    var to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[e.key];
    if (to === undefined || !shown[to]) return;
    e.preventDefault();
    enter(shown[to]);
    shown[to].focus();
  });
  find.addEventListener("input", filter);
  choose.addEventListener("change", filter);
  document.getElementById("filters").addEventListener("submit", function (e) { e.preventDefault(); });
  document.getElementById("filters").hidden = false;
  if (preview) preview.hidden = false;
  filter();
  show(rows[0]);
}());
