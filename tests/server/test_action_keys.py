"""Which action keys a match has seen."""

from paiju.server.match.action_keys import ActionKeys


def test_no_key_is_ever_forgotten() -> None:
    keys = ActionKeys()
    for number in range(5000):
        assert keys.seq(f"0:{number}") is None
        keys.add(f"0:{number}", number)
    assert all(keys.may_know(f"0:{number}") for number in range(5000))


def test_recent_keys_are_known_with_their_seq() -> None:
    keys = ActionKeys()
    for number in range(100):
        keys.add(f"1:{number}", 7 * number)
    assert [keys.seq(f"1:{number}") for number in range(52, 100)] == [7 * number for number in range(52, 100)]
    assert keys.seq("1:51") is None


def test_new_keys_seldom_look_known() -> None:
    """The hash of a text differs from run to run; the bound is about twenty times what is expected."""
    keys = ActionKeys()
    for number in range(1000):
        keys.add(f"0:{number}", number)
    assert sum(keys.may_know(f"2:{number}") for number in range(1000)) < 20
