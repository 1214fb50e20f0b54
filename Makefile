# `make` alone lists the targets. Needs GNU make, R and a C++17 compiler.

.DEFAULT_GOAL := help
.NOTPARALLEL:

RSCRIPT := Rscript

# What `make setup` prepares for: run, test, check or dev.
FOR := run

# Data of benches and studies; one that needs them says so where they are not.
SHAPECRP_DATA ?= $(abspath $(wildcard ../shared/data))
export SHAPECRP_DATA

CPP_FILES = $(wildcard src/core/*.h src/core/*/*.h src/r_*.h src/r_*.cpp tests/cpp/*.h tests/cpp/*.cpp)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install missing R packages (FOR=test, check or dev for more)
	@$(RSCRIPT) scripts/setup.R $(FOR)

install: setup ## build and install the package and its vignettes
	@scripts/install
	@scripts/install_vignettes

demo: install ## run the main job on simulated shapes, pictures in demo/
	@$(RSCRIPT) scripts/demo.R

test: install ## run all tests: testthat, the C++ core, headers, rules
	@$(RSCRIPT) scripts/setup.R test
	@scripts/test

check: ## R CMD check --as-cran, in check/
	@$(RSCRIPT) scripts/setup.R check
	@$(RSCRIPT) scripts/check_package.R

headers: setup ## compile each header of the core alone
	@scripts/check_headers

rules: ## check the rules of the house
	@$(RSCRIPT) scripts/check_rules

doc: ## write man/, NAMESPACE and RcppExports (needs FOR=dev set up)
	@$(RSCRIPT) -e 'Rcpp::compileAttributes()'
	@scripts/install
	@$(RSCRIPT) -e 'roxygen2::roxygenise(load_code = "installed")'

lint: ## check the style of R and C++
	@scripts/lint

format: ## format C++ files in place
	@if command -v clang-format >/dev/null; then \
	  clang-format -i $(CPP_FILES); \
	else \
	  echo "clang-format is not installed: nothing done"; \
	fi

bench: install ## run bench/*.R, output to bench/*.out
	@set -e; for bench in $(filter-out bench/common.R bench/accuracy_sets.R bench/accuracy_methods.R,$(wildcard bench/*.R)); do \
	  echo "$$bench"; \
	  $(RSCRIPT) "$$bench" >"$${bench%.R}.out.part"; \
	  mv "$${bench%.R}.out.part" "$${bench%.R}.out"; \
	  cat "$${bench%.R}.out"; \
	done

studies: install ## run the paper's experiments, pages to studies/*.md
	@set -e; for study in $(filter-out studies/common.R,$(wildcard studies/*.R)); do \
	  echo "$$study"; \
	  $(RSCRIPT) "$$study"; \
	done

calibrate: install ## simulation-based calibration of the sampler, output to bench/calibration.out
	@SHAPECRP_SLOW=true $(RSCRIPT) scripts/calibrate.R >bench/calibration.out.part
	@mv bench/calibration.out.part bench/calibration.out
	@cat bench/calibration.out

mutants: setup ## put mistakes into the core, count those that its tests find, output to bench/mutants.out
	@$(RSCRIPT) scripts/mutants.R >bench/mutants.out.part
	@mv bench/mutants.out.part bench/mutants.out
	@tail -n 1 bench/mutants.out

coverage: setup ## lines that the tests run, of src/core (needs gcov) and of R/ (needs covr)
	@$(RSCRIPT) scripts/coverage.R

site: install ## build the web site in docs/ and check its links (needs FOR=dev set up, and pandoc)
	@$(RSCRIPT) scripts/build_site.R
	@$(RSCRIPT) scripts/check_site.R

clean: ## remove what the targets above have built
	rm -rf check demo docs tests/cpp/build src/*.o src/*.so src/*.dll

.PHONY: help setup install demo test check headers rules doc lint format bench studies calibrate mutants coverage site clean
