hint_of <- function(...) conditionMessage(expect_error(..., class = "shapecrp_error_input"))

test_that("dots that hold nothing pass, empty ones too", {
  f <- function(x, ...) check_no_dots(...)
  expect_no_error(f(1))
  expect_no_error(f(1, ))
  expect_error(f(1, 2), "Unexpected argument without a name: 2", class = "shapecrp_error_input")
  error <- expect_error(f(1, y = stop("never evaluated")), "Unknown argument `y`")
  expect_identical(error$arg, "y")
  expect_identical(as.character(error$call[[1]]), "f")
})

test_that("arguments are told as they were typed, long ones in short", {
  g <- function(...) dots_as_typed(...)
  f <- function(...) g(...)
  typed <- f(a = 1 + b, quote(x), c(1, 2))
  expect_identical(unname(typed), list(quote(1 + b), quote(x), quote(c(1, 2))))
  expect_identical(names(typed), c("a", "", ""))
  expect_identical(typed_words(quote(c(1, 2))), "c(1, 2)")
  expect_identical(typed_words(quote(c(1000001, 1000002, 1000003, 1000004))), "c(...)")
  expect_identical(typed_words(strrep("a", 50)), "...")
})

test_that("the nearest name is found, and none where none is near", {
  known <- c("search", "scale", "n_points", "k", "d")
  expect_identical(nearest_name("seach", known), "search")
  expect_identical(nearest_name("scael", known), "scale")
  expect_identical(nearest_name("n.points", known), "n_points")
  expect_identical(nearest_name("sea", known), "search")
  expect_identical(nearest_name("K", known), "k")
  expect_null(nearest_name("n", known))
  expect_null(nearest_name("palette", known))
  expect_null(nearest_name("k", character()))
})

test_that("what other packages call an argument is one of ours", {
  expect_identical(usual_name("n_clusters"), "k")
  expect_identical(usual_name("burnin"), "burn_in")
  expect_identical(usual_name("random.state"), "seed")
  expect_length(usual_name("palette"), 0)
  others <- unlist(usual_names)
  expect_identical(anyDuplicated(others), 0L)
  expect_identical(unname(loose_name(others)), unname(others))
  ours <- unlist(lapply(getNamespaceExports("shapecrp"), function(name) {
    names(formals(getExportedValue("shapecrp", name)))
  }))
  methods <- c(names(formals(partition.shape_fit)), names(formals(plot.shape_fit)),
               names(formals(predict.shape_fit)))
  expect_in(names(usual_names), c(ours, methods))
})

test_that("an argument is sent to the function that has it", {
  for (home in argument_homes()) {
    has <- names(formals(if (home$of == "partition") partition.shape_fit else get(home$of)))
    expect_in(home$arguments, has)
  }
  f <- function(x, ..., prior, k) check_no_dots(...)
  expect_match(hint_of(f(1, K = 4)), "inferred; to ask for one, use `k = 4`", fixed = TRUE)
  expect_match(hint_of(f(1, 4)), "inferred; to ask for one, use `k = 4`", fixed = TRUE)
  expect_match(hint_of(f(1, seed = 4)), "`control = mcmc_control(seed = 4)`", fixed = TRUE)
  expect_match(hint_of(f(1, reflexion = TRUE)), "elastic_gram(curves, reflection = TRUE)",
               fixed = TRUE)
  expect_match(hint_of(f(1, palette = 1)), "The arguments are `prior` and `k`", fixed = TRUE)
  expect_match(hint_of(f(1, mcmc_control(seed = 1))), "without a name", fixed = TRUE)
})

test_that("settings are known and given once", {
  call <- rlang::current_env()
  expect_no_error(check_setting_names(list(), "scale", call))
  expect_no_error(check_setting_names(alist(scale = TRUE), "scale", call))
  expect_match(hint_of(check_setting_names(alist(scal = TRUE), "scale", call)),
               "Did you mean `scale = TRUE`?", fixed = TRUE)
  twice <- alist(scale = TRUE, scale = FALSE)
  expect_match(hint_of(check_setting_names(twice, "scale", call)), "`scale` must be given once")
})
