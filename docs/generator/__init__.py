# SPDX-License-Identifier: Apache-2.0
"""Makes the documentation site of the tree: `python docs/build.py`."""
