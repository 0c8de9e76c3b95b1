"""paiju (牌局): play, host, program and study UNO and Shandong Upgrade."""

__version__ = "0.1.0"
