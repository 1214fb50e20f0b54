# Sourced from the project's root: CXX is R's C++17 compiler, EIGEN a directory
# that holds Eigen's headers and, unlike RcppEigen's, nothing of R.

CXX=$(R CMD config CXX17)
eigen_source=$(Rscript -e 'cat(system.file("include", package = "RcppEigen"))')
if [ -z "$CXX" ] || [ -z "$eigen_source" ]; then
  echo "Needs a C++17 compiler and RcppEigen: run make setup." >&2
  exit 1
fi
EIGEN=$PWD/tests/cpp/build/eigen
mkdir -p "$EIGEN"
ln -sfn "$eigen_source/Eigen" "$EIGEN/Eigen"
ln -sfn "$eigen_source/unsupported" "$EIGEN/unsupported"
