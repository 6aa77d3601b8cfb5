"""How a session runs, as C takes it."""
from __future__ import annotations

from typing import Sequence

from ._library import Handle, check, created, lib, releases, string


@releases(lib.rnl_session_options_release)
class SessionOptions(Handle):
    pass


def session_options(*, soft_placement: bool = False, log_placement: bool = False, print_passes: bool = False,
                    disable_passes: Sequence[str] = (), timeout: float | None = None, default_device: str = "",
                    max_plans: int | None = None, max_plan_bytes: int = 1 << 30,
                    max_inlined_nodes: int = 1 << 18, max_folded_bytes: int = 1 << 30, target: str = "",
                    token: str | None = None, connect_timeout: float | None = None, key_file: str = "",
                    certificates: Sequence[str] = (), device_filters: Sequence[str] = (),
                    automatic_placement: bool = False) -> SessionOptions:
    options = SessionOptions(created(lib.rnl_session_options_create))
    check(lib.rnl_session_options_set_soft_placement(options, soft_placement))
    check(lib.rnl_session_options_set_log_placement(options, log_placement))
    check(lib.rnl_session_options_set_automatic_placement(options, automatic_placement))
    check(lib.rnl_session_options_set_print_passes(options, print_passes))
    for name in disable_passes:
        check(lib.rnl_session_options_disable_pass(options, string(name)))
    if timeout is not None:
        check(lib.rnl_session_options_set_timeout(options, max(0, round(timeout * 1000))))
    if default_device:
        check(lib.rnl_session_options_set_default_device(options, string(default_device)))
    if target:
        check(lib.rnl_session_options_set_target(options, string(target)))
    if token is not None:
        check(lib.rnl_session_options_set_token(options, string(token)))
    if key_file:
        check(lib.rnl_session_options_set_key_file(options, string(key_file)))
    if certificates:
        certificate, private_key, authority = certificates
        check(lib.rnl_session_options_set_certificates(options, string(certificate), string(private_key), string(authority)))
    for device in device_filters:
        check(lib.rnl_session_options_add_device_filter(options, string(device)))
    if connect_timeout is not None:
        check(lib.rnl_session_options_set_connect_timeout(options, max(0, round(connect_timeout * 1000))))
    if max_plans is not None:
        check(lib.rnl_session_options_set_plan_cache(options, max_plans, max_plan_bytes))
    check(lib.rnl_session_options_set_planning_limits(options, max_inlined_nodes, max_folded_bytes))
    return options
