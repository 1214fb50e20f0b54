// In place of the scripts that pkgdown's pages load from a network: the table of contents beside a
// page. Pages have no sliding bar, no buttons to copy code and no search.
(function ($) {
  "use strict";
  $.fn.headroom = function () { return this; };
  $.fn.autocomplete = function () { return this; };
  window.ClipboardJS = { isSupported: function () { return false; } };
  window.Mark = function () { this.mark = function () {}; };

  // Links to the headings of levels 2 and 3 in `$scope`, as a list in `$nav`. Bootstrap takes ids for
  // selectors, so that those that begin with a digit are left out.
  window.Toc = {
    init: function (given) {
      var list = $("<div class='nav flex-column'></div>");
      given.$scope.filter("h2[id], h3[id]").each(function () {
        if (!/^[A-Za-z][\w-]*$/.test(this.id)) return;
        var heading = $(this).clone();
        heading.find("a.anchor").remove();
        $("<a class='nav-link'></a>")
          .attr("href", "#" + this.id)
          .css("padding-left", this.tagName === "H3" ? "1.5rem" : "0.5rem")
          .text(heading.text().trim())
          .appendTo(list);
      });
      given.$nav.append(list);
    }
  };
})(window.jQuery);
