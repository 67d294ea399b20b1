"""`python -m flagfall` is the command `flagfall`."""

import sys

from flagfall.cli import main

sys.exit(main())
