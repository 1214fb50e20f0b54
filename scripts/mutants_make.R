# The mutants of scripts/mutants.R: what they are, and how many of them fit into one program.

# What a mutation makes of a piece of code: `was` is a pattern. `both` holds the piece and its
# mutant, chosen by MUTANT(@), in their place; "" where that cannot be.
mutations <- function() {
  swap <- function(a, b, both = "") {
    data.frame(was = sprintf("\\Q%s\\E", c(a, b)), is = c(b, a), both = both)
  }
  number <- "(?<![\\w.\"]|e-)[0-9]+([.][0-9]+)?(?![\\w.])"
  rbind(
    swap(" < ", " <= "), swap(" > ", " >= "), swap(" == ", " != "), swap(" && ", " || "),
    swap(" + ", " - ", c(" + (MUTANT(@) ? -1 : 1) * ", " - (MUTANT(@) ? -1 : 1) * ")),
    swap(" * ", " / "), swap(" += ", " -= "), swap("std::min(", "std::max("),
    swap("return true", "return false", c("return !MUTANT(@)", "return MUTANT(@)")),
    data.frame(was = "!(?=[a-zA-Z(])", is = "", both = "MUTANT(@) != !"),
    data.frame(was = number, is = "next", both = "next")
  )
}

# Every mutant of a header: header, line, code (the line as it is), mutant (as it becomes),
# both (the line with a choice between them, "" where there is none in place), whole (a
# statement begins with the line).
mutants_of <- function(header, place = "src/core") {
  lines <- trimws(readLines(file.path(place, header)))
  code <- sub(" *//.*$", "", lines)
  no_code <- "^(#|using |namespace |template|static_assert|class |struct )|\""
  code[grepl(no_code, code)] <- ""
  whole <- c(TRUE, grepl("([;{}:]|^|#.*|//.*)$", lines[-length(lines)]))
  rules <- mutations()
  parts <- lapply(seq_len(nrow(rules)), function(r) {
    from <- gregexpr(rules$was[r], code, perl = TRUE)
    at <- rep(seq_along(code), lengths(from))
    upto <- unlist(from) + unlist(lapply(from, attr, "match.length")) - 1
    from <- unlist(from)
    use <- from > 0
    mutants_by(code[at[use]], at[use], from[use], upto[use], rules[r, ])
  })
  out <- do.call(rbind, parts)
  out <- out[order(out$line, out$column), ]
  data.frame(header = rep(header, nrow(out)), out, whole = whole[out$line])
}

# One mutation of the pieces of code from `from` to `upto`.
mutants_by <- function(code, line, from, upto, mutation) {
  piece <- substring(code, from, upto)
  is <- rep(mutation$is, length(from))
  both <- rep(mutation$both, length(from))
  if (mutation$is == "next") {
    is <- vapply(piece, number_after, "", USE.NAMES = FALSE)
    both <- sprintf("(MUTANT(@) ? %s : %s)", is, piece)
  }
  put <- function(x) paste0(substring(code, 1, from - 1), x, substring(code, upto + 1))
  both <- ifelse(both == "", rep("", length(from)), put(both))
  data.frame(line = line, code = code, column = from, mutant = put(is), both = both)
}

number_after <- function(number) {
  if (!grepl(".", number, fixed = TRUE)) return(format(as.numeric(number) + 1))
  sprintf("%.1f", as.numeric(number) + 1)
}

# A line that holds the code and its mutant; NA where the line is of no known kind. `whole`:
# a statement begins with it.
choice <- function(code, mutant, whole) {
  statement <- paste0(
    "^(return .*|[+][+].*|[A-Za-z_][\\w.:>-]*(\\[.*\\]|\\(.*\\))? [-+*/^]?= .*",
    "|[A-Za-z_][\\w.:<>-]*\\(.*\\));$"
  )
  if (whole && grepl(statement, code, perl = TRUE)) {
    return(sprintf("{ if (MUTANT(@)) { %s } else { %s } }", mutant, code))
  }
  # What a condition governs, and the body of a function of one line.
  kept <- max(prefix_length(code), 0)
  if (kept > 0 && startsWith(mutant, substring(code, 1, kept))) {
    after <- sub(" [}]$", "", substring(c(code, mutant), kept + 1))
    end <- if (grepl(" [}]$", code)) " }" else ""
    inner <- choice(after[1], after[2], TRUE)
    if (!is.na(inner)) return(paste0(substring(code, 1, kept), inner, end))
  }
  types <- "double|float|int|bool|std::size_t|std::ptrdiff_t|Eigen::Index|Matrix|Vector"
  kinds <- c(
    "^(.*?\\b(?:if|while) \\()(.*)(\\) (?:\\{|[^()]*;|return .*;))$", "bool",
    "^(for \\([^;]*; )([^;]*)(; .*)$", "bool",
    "^(for \\([^;]*; [^;]*; )(.*?)(\\) (?:\\{|.*;))$", "void",
    sprintf("^((?:const )?(?:%s) \\w+ = )(.*)(;)$", types), "",
    sprintf("^((?:const )?(?:%s) (?:.*, )?\\w+ = )(.*)(;)$", types), ""
  )
  for (k in seq(1, length(kinds), 2)) {
    parts <- regmatches(code, regexec(kinds[k], code, perl = TRUE))[[1]]
    if (length(parts) == 0) next
    middle <- substring(mutant, nchar(parts[2]) + 1, nchar(mutant) - nchar(parts[4]))
    if (paste0(parts[2], middle, parts[4]) != mutant || !is_closed(parts[3])) next
    return(sprintf(
      "%s(MUTANT(@) ? %s(%s) : %s(%s))%s", parts[2], kinds[k + 1], middle, kinds[k + 1],
      parts[3], parts[4]
    ))
  }
  NA_character_
}

# Letters before the statement that ends a line, as in "if (x) statement;", "f() { return x; }".
prefix_length <- function(code) {
  if (grepl("^.*[)] (const |override )*[{] return [^{}]*; [}]$", code)) {
    return(regexpr("{ return", code, fixed = TRUE) + 1)
  }
  if (!grepl("^(if|while|for) [(].*;$", code)) return(0)
  letters <- strsplit(code, "")[[1]]
  depth <- cumsum(letters == "(") - cumsum(letters == ")")
  which(letters == ")" & depth == 0)[1] + 1
}

# Every bracket of a piece of code is closed in it, and no comma stands outside of them.
is_closed <- function(code) {
  letters <- strsplit(code, "")[[1]]
  depth <- cumsum(letters %in% c("(", "[", "{")) - cumsum(letters %in% c(")", "]", "}"))
  length(depth) > 0 && all(depth >= 0) && depth[length(depth)] == 0 &&
    !any(letters == "," & depth == 0)
}
