# Sourced from the project's root: CXX is R's C++17 compiler, EIGEN a directory
# that holds Eigen's headers and, unlike RcppEigen's, nothing of R. core_make calls
# tests/cpp/Makefile with both.

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

core_make() {
  make --no-print-directory -C tests/cpp CXX="$CXX" EIGEN="$EIGEN" "$@"
}

# TARGET...: builds what can be built, two at a time.
core_build() {
  core_make -k -j 2 "$@" || true
}

# TARGET: it was built, and from the files as they are.
core_is_built() {
  core_make -q "$@" >/dev/null 2>&1
}
