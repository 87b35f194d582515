"""``python -P -m mandala_client`` is the same as ``mandala-lan``."""

from mandala_client.main import main

main()
