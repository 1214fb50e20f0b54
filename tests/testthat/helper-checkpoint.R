# States that no run can be at, each a change of a list of chain states of `n` curves; 30 of
# them, named.
crafted_states <- function() {
  field <- function(name, value) {
    function(states) {
      states[[1]][[name]] <- value(states[[1]][[name]])
      states
    }
  }
  at <- function(place, value) function(x) replace(x, place, value)
  is_now <- function(value) function(x) value
  list(
    "negative slot" = field("slots", at(3, -1L)),
    "very negative slot" = field("slots", at(1, -2147483647L)),
    "missing slot" = field("slots", at(2, NA_integer_)),
    "slot beyond the items" = field("slots", at(2, 1000L)),
    "slot far beyond" = field("slots", at(2, 2147483647L)),
    "gap in slots" = field("slots", function(x) x + 1L),
    "too few slots" = field("slots", function(x) x[-1]),
    "too many slots" = field("slots", function(x) c(x, 0L)),
    "no slots" = field("slots", function(x) integer()),
    "slots that are text" = field("slots", as.character),
    "slots that are fractions" = field("slots", function(x) x + 0.5),
    "theta beyond the grid" = field("theta", is_now(12)),
    "theta far beyond" = field("theta", is_now(1e18)),
    "negative theta" = field("theta", is_now(-1)),
    "theta between" = field("theta", is_now(0.5)),
    "theta not a number" = field("theta", is_now(NaN)),
    "two thetas" = field("theta", is_now(c(0, 1))),
    "d beyond the grid" = field("degrees", is_now(17)),
    "negative d" = field("degrees", is_now(-1)),
    "negative xi" = field("xi", is_now(-1)),
    "xi zero" = field("xi", is_now(0)),
    "infinite xi" = field("xi", is_now(Inf)),
    "missing xi" = field("xi", is_now(NA_real_)),
    "short random state" = field("rng", function(x) x[-1]),
    "random state of zeros" = field("rng", is_now(numeric(8))),
    "random state beyond 32 bits" = field("rng", at(4, 2^40)),
    "negative random state" = field("rng", at(1, -1)),
    "missing random state" = field("rng", at(8, NA_real_)),
    "negative sweeps" = field("sweeps", is_now(-5)),
    "sweeps of one chain alone" = field("sweeps", function(x) x + 7),
    "a chain too few" = function(states) states[-1],
    "a field too few" = function(states) {
      states[[2]]$rng <- NULL
      states
    }
  )
}

# A file like `from` whose bytes at `places` differ.
change_bytes <- function(from, to, places, by = 1) {
  bytes <- readBin(from, "raw", file.size(from))
  bytes[places] <- as.raw((as.integer(bytes[places]) + by) %% 256)
  writeBin(bytes, to)
}
