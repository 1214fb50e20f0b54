# S, B and Sigma for one example, and the graphical model.

source("studies/common.R")

start_page("model", "The model in pictures",
  "The paper's figures of an inner product matrix S, a partition matrix B and a scale matrix ",
  "Sigma, and of the graphical model, here for curves that the package simulates."
)

curves <- simulate_shapes(45, classes = 4, seed = 3)
set.seed(1)
curves <- curves[sample(length(curves))]
S <- elastic_gram(curves)
fit <- wishart_crp(S, wishart_crp_prior("paper", d = 20), mcmc_control(seed = 1))
labels <- as_labels(paper_estimate(fit))
B <- outer(labels, labels, "==") * 1

# The mean of alpha given the partition: Inv-Gamma(n d/2 + r, d/2 tr((I + theta B)^-1 S) + s).
theta <- as.numeric(names(which.max(table(fit$trace[, , "theta"]))))
n <- nrow(B)
d <- fit$model$d
rest <- d / 2 * sum(diag(solve(diag(n) + theta * B, as.matrix(S)))) + 4
alpha <- rest / (n * d / 2 + 3 - 1)
Sigma <- alpha * (diag(n) + theta * B)

add_figure("matrices", list(
  titled(plot(S), "S, as given"),
  titled(plot(S, partition = labels), "S, by clusters"),
  titled(shapecrp:::plot_square(B, labels, "B") + guides(fill = "none"), "B"),
  titled(shapecrp:::plot_square(Sigma, labels, "Sigma"), "Sigma = alpha (I + theta B)")
), ncol = 4, width = 14, caption = sprintf(paste(
  "S, B and Sigma: %d simulated curves, d = %d, theta = %s (the most frequent), alpha = %s (its",
  "posterior mean)"), n, d, theta, format(alpha, digits = 3)))
add_figure("curves", curve_rows(curves, labels, columns = 15), width = 9, height = 3.4,
           caption = "The curves by cluster, one per row; colours are the true classes")

# Squares are fixed, circles random.
nodes <- data.frame(
  x = c(1, 1, 2, 2, 3, 3, 4), y = c(3, 1, 3, 2, 3, 1, 2),
  name = c("xi", "r, s", "B", "alpha", "theta", "d", "S"),
  fixed = c(TRUE, TRUE, FALSE, FALSE, FALSE, TRUE, FALSE)
)
edges <- data.frame(from = c("xi", "r, s", "B", "alpha", "theta", "d"),
                    to = c("B", "alpha", "S", "S", "S", "S"))
ends <- merge(merge(edges, nodes, by.x = "from", by.y = "name"), nodes, by.x = "to", by.y = "name")
stop_short <- function(to, along, across) {
  to - 0.24 * along / sqrt(along^2 + across^2)
}
ends$xend <- stop_short(ends$x.y, ends$x.y - ends$x.x, ends$y.y - ends$y.x)
ends$yend <- stop_short(ends$y.y, ends$y.y - ends$y.x, ends$x.y - ends$x.x)
add_figure("graph", ggplot(nodes, aes(x, y)) +
  geom_segment(data = ends, aes(x = x.x, y = y.x, xend = xend, yend = yend),
               arrow = arrow(length = unit(0.1, "inches"), type = "closed")) +
  geom_point(aes(shape = fixed, fill = name == "S"), size = 17) +
  geom_text(aes(label = name), size = 4) +
  scale_shape_manual(values = c(21, 22), guide = "none") +
  scale_fill_manual(values = c("white", "grey85"), guide = "none") +
  coord_equal(xlim = c(0.6, 4.4), ylim = c(0.6, 3.4)) + theme_void(),
  width = 6, height = 4.4,
  caption = "The graphical model: squares are fixed, circles random, S (grey) is seen")

heading("What differs, and why")
say("The paper's example is not described. Here d = 20, theta in 100, ..., 500, r = 3 and ",
  "s = 4. Off the blocks Sigma is 0 where S is not: elastic inner ",
  sprintf("products are never negative, and here their mean between clusters is %.2f. This is why ",
          mean(as.matrix(S)[B == 0])),
  "the package can also centre S, or turn it into a kernel, before it is clustered."
)
finish_page()
