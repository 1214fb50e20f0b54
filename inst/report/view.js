// The rotatable view of one cluster of curves in space. A curve is x, y, z, x, y, z, ... in a
// ball of radius 1000: x to the right, y up, z towards the eye.
(function () {
  "use strict";
  var figure = document.getElementById("view");
  if (!figure) return;
  var data = JSON.parse(document.getElementById("view-data").textContent);
  var canvas = figure.querySelector("canvas");
  var pen = canvas.getContext("2d");
  var choose = document.getElementById("view-cluster");
  var told = document.getElementById("view-told");
  var start = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  var turned = start;
  var step = Math.PI / 18;
  var from = null;

  // The product of two 3 x 3 matrices, by rows.
  function times(a, b) {
    return a.map(function (_, at) {
      var i = 3 * Math.floor(at / 3), j = at % 3;
      return a[i] * b[j] + a[i + 1] * b[j + 3] + a[i + 2] * b[j + 6];
    });
  }

  // Angles about the upright axis and about the axis to the right.
  function turn(right, down) {
    var c = Math.cos(right), s = Math.sin(right), d = Math.cos(down), t = Math.sin(down);
    turned = times(times([1, 0, 0, 0, d, -t, 0, t, d], [c, 0, s, 0, 1, 0, -s, 0, c]), turned);
    draw();
  }

  function reset() {
    turned = start;
    draw();
  }

  var turns = {
    left: function () { turn(-step, 0); },
    right: function () { turn(step, 0); },
    up: function () { turn(0, -step); },
    down: function () { turn(0, step); },
    reset: reset
  };
  var keys = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Home: "reset" };

  // Segments of a curve as the eye sees them: ends, depth from 0 (far) to 1 (near), and whether
  // they are of the template.
  function segments(curve, isTemplate) {
    var points = [], found = [];
    for (var i = 0; i < curve.length; i += 3) {
      points.push([0, 3, 6].map(function (row) {
        return turned[row] * curve[i] + turned[row + 1] * curve[i + 1] + turned[row + 2] * curve[i + 2];
      }));
    }
    if (data.closed) points.push(points[0]);
    for (var k = 1; k < points.length; k += 1) {
      var a = points[k - 1], b = points[k];
      found.push({ a: a, b: b, depth: ((a[2] + b[2]) / 2000 + 1) / 2, isTemplate: isTemplate });
    }
    return found;
  }

  function draw() {
    var cluster = data.clusters[choose.value - 1];
    var side = canvas.clientWidth;
    var density = window.devicePixelRatio || 1;
    if (!side) return;
    canvas.width = canvas.height = Math.round(side * density);
    var scale = 0.47 * side / 1000;
    pen.setTransform(density * scale, 0, 0, -density * scale, canvas.width / 2, canvas.height / 2);
    pen.lineCap = "round";
    var lines = [].concat.apply([], cluster.curves.map(function (curve, i) {
      return segments(curve, i === 0);
    }));
    lines.sort(function (one, other) { return one.depth - other.depth; });
    lines.forEach(function (line) {
      pen.globalAlpha = (line.isTemplate ? 1 : 0.75) * (0.25 + 0.75 * line.depth);
      pen.strokeStyle = line.isTemplate ? "#000" : cluster.colour;
      pen.lineWidth = (line.isTemplate ? 3.4 : 1.3) * (0.4 + line.depth) / scale;
      pen.beginPath();
      pen.moveTo(line.a[0], line.a[1]);
      pen.lineTo(line.b[0], line.b[1]);
      pen.stroke();
    });
  }

  function tell() {
    var cluster = data.clusters[choose.value - 1];
    var drawn = cluster.curves.length - 1;
    var words = "Cluster " + choose.value + ": the template (black) and " +
      (drawn < cluster.size ? drawn + " of its " + cluster.size + " curves." :
        drawn === 1 ? "its one curve." : "its " + drawn + " curves.");
    told.textContent = words;
    canvas.setAttribute("aria-label", words);
    reset();
  }

  canvas.addEventListener("pointerdown", function (e) {
    from = [e.clientX, e.clientY];
    canvas.focus({ preventScroll: true });
    e.preventDefault();
  });
  window.addEventListener("pointermove", function (e) {
    if (!from) return;
    var speed = Math.PI / (canvas.clientWidth || 1);
    turn(speed * (e.clientX - from[0]), speed * (e.clientY - from[1]));
    from = [e.clientX, e.clientY];
  });
  ["pointerup", "pointercancel"].forEach(function (event) {
    window.addEventListener(event, function () { from = null; });
  });
  canvas.addEventListener("keydown", function (e) {
    if (!keys[e.key] || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    turns[keys[e.key]]();
  });
  figure.addEventListener("click", function (e) {
    var name = e.target.dataset.turn;
    if (name) turns[name]();
  });
  choose.addEventListener("change", tell);
  window.addEventListener("resize", draw);
  figure.hidden = false;
  tell();
}());
