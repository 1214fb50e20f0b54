# Malformed and extreme arguments to every function: see helper-hostile.R. A few hundred
# calls here; SHAPECRP_HOSTILE_CALLS=10000 makes so many, SHAPECRP_HOSTILE_FROM=5001 begins
# at another number, SHAPECRP_HOSTILE_LOG=file.csv keeps what came of each.

setting <- function(name, default) {
  value <- Sys.getenv(name)
  if (nzchar(value)) as.numeric(value) else default
}

test_that("every exported function and every method is called", {
  called <- unique(sub(" .*", "", names(hostile_table())))
  # Generics of other packages, exported again, are not functions of this one.
  namespace <- asNamespace("shapecrp")
  own <- Filter(\(name) exists(name, namespace, inherits = FALSE), getNamespaceExports("shapecrp"))
  there <- c(own, hostile_methods()$method)
  expect_setequal(called, there)
})

test_that("every argument that a user can give is in the table", {
  unseen <- lapply(hostile_targets(), function(target) {
    given <- c(names(target$needed), names(target$optional))
    # What is given by place takes the first names.
    named <- utils::tail(target$own, length(target$own) - sum(startsWith(given, "..")))
    setdiff(named, c(given, "..."))
  })
  expect_identical(lengths(unseen), 0L * lengths(unseen))
})

test_that("the first argument of a method reaches it", {
  skip_if_not_installed("png")
  env <- hostile_fixtures(withr::local_tempfile())
  methods <- hostile_methods()
  for (target in Filter(function(target) target$is_method, hostile_targets())) {
    class <- methods$class[match(target$name, methods$method)]
    if (class == "default") next
    kind <- target$needed[[1]]
    for (code in hostile_kinds[[kind]]$valid) {
      value <- suppressMessages(eval(code, env))
      expect_true(inherits(value, class) || class %in% .class2(value),
                  label = paste(target$name, deparse(code)))
    }
  }
})

test_that("a call is the same whenever it is drawn, and calls differ", {
  expect_identical(hostile_call(17), hostile_call(17))
  expect_identical(hostile_calls(c(17, 400))[["400"]], hostile_call(400))
  turns <- length(hostile_slots())
  expect_false(identical(hostile_call(17), hostile_call(17 + turns)))
})

test_that("what came of a call is told", {
  withr::local_pdf(NULL)
  env <- new.env(parent = globalenv())
  outcome <- function(call) judge_hostile_call(substitute(call), env, limit = 5)$outcome
  expect_identical(outcome(identity(1)), "value")
  expect_identical(outcome(crp("a")), "condition")
  expect_identical(outcome(crp(stop("hostile promise"))), "promise")
  expect_identical(outcome(stop("raw")), "error")
  expect_identical(outcome({
    warning("raw")
    1
  }), "warning")
  expect_identical(outcome(identity(c(1, NaN))), "bad value")
  expect_identical(outcome(list(a = list(b = Inf))), "bad value")
  expect_identical(outcome(as.integer("NA")), "bad value")
  expect_identical(outcome(identity(crp)), "bad value")
  expect_identical(outcome(shapecrp:::abort_shapecrp("x", "internal")), "error")
  drawn <- ggplot2::ggplot(data.frame(x = 1), ggplot2::aes(x, x)) + ggplot2::geom_point()
  env$drawn <- drawn
  env$undrawn <- drawn + ggplot2::aes(x = nowhere)
  expect_identical(outcome(identity(drawn)), "value")
  expect_identical(outcome(identity(undrawn)), "error")
  expect_identical(judge_hostile_call(quote(Sys.sleep(30)), env, limit = 0.2)$outcome, "slow")
})

test_that("results that break the promise of their class are seen", {
  curves <- two_curves()
  expect_null(hostile_fault(curves))
  broken <- unclass(curves)
  broken$id <- c("a", "a")
  expect_match(hostile_fault(structure(broken, class = class(curves))), "ids are unique")
  fit <- hand_made_fit(as_gram(diag(4)), draws_around(c(1, 1, 2, 2)))
  expect_null(hostile_fault(fit))
  fit$trace[3, 1, "log_posterior"] <- NaN
  expect_match(hostile_fault(fit), "log posterior")
  found <- partition(hand_made_fit(as_gram(diag(4)), draws_around(c(1, 1, 2, 2))))
  expect_null(hostile_fault(found))
  found$certainty[2] <- 1.5
  expect_match(hostile_fault(found), "certainties")
  gram <- as_gram(diag(3))
  gram$S[2, 2] <- Inf
  expect_match(hostile_fault(gram), "square of numbers")
})

test_that("a death and an endless loop are put down to their calls, and the others are made", {
  skip_on_cran()
  skip_if_not_installed("callr")
  calls <- list(
    "1" = quote(crp(1)),
    "2" = quote(tools::pskill(Sys.getpid(), tools::SIGKILL)),
    "3" = quote(repeat tryCatch(Sys.sleep(1), error = function(e) NULL)),
    "4" = quote(crp("a"))
  )
  results <- run_hostile_calls(calls, limit = 5, grace = 2)
  expect_identical(results$number, names(calls))
  expect_identical(results$outcome, c("value", "crash", "slow", "condition"))
  expect_match(summarise_hostile_faults(results)[1], "1 x crash.*call 2: tools::pskill")
})

test_that("hostile calls give a valid result or an error of the package", {
  skip_on_cran()
  skip_if_not_installed("callr")
  skip_if_not_installed("png")
  numbers <- setting("SHAPECRP_HOSTILE_FROM", 1) + seq_len(setting("SHAPECRP_HOSTILE_CALLS",
                                                                   400)) - 1
  results <- run_hostile_calls(hostile_calls(numbers))
  log <- Sys.getenv("SHAPECRP_HOSTILE_LOG")
  if (nzchar(log)) utils::write.csv(results, log, row.names = FALSE)
  expect_identical(as.numeric(results$number), numbers)
  expect_identical(summarise_hostile_faults(results), character())
})
