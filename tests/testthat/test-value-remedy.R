test_that("every remedy is a sentence for a value of its class", {
  of_class <- function(class) {
    switch(class, "function" = sum, list = list(1), character = "a", numeric = 1,
           integer = 1L, matrix = diag(2), factor = factor("a"),
           structure(list(), class = class))
  }
  for (wanted in names(remedies)) {
    for (class in names(remedies[[wanted]])) {
      remedy <- remedy_for(wanted, of_class(class))
      # A string that is no choice has no near one.
      if (wanted == "preset" && class == "character") {
        expect_null(remedy)
      } else {
        expect_match(remedy, "^[A-Za-z`].*[.?]$", info = paste(wanted, class))
      }
    }
  }
})

test_that("what has no remedy has none, a missing argument too", {
  expect_null(remedy_for("prior", TRUE))
  expect_null(remedy_for("fit", quote(x + y)))
  f <- function(x) remedy_for("fit", x)
  expect_null(f())
})

test_that("a prior is made of its preset or of a prior on partitions", {
  expect_identical(remedy_for("prior", "paper"), "Use wishart_crp_prior(\"paper\").")
  expect_identical(remedy_for("prior", "mfm"), "Use wishart_crp_prior(partition = mfm()).")
  expect_identical(remedy_for("prior", mfm(3)), "Use wishart_crp_prior(partition = mfm()).")
  expect_identical(remedy_for("preset", "papr"), "Did you mean \"paper\"?")
})
