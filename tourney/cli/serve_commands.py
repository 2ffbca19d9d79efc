"""`tourney serve`: an event on telephones, on the wall, and at the organiser's desk."""

from pathlib import Path

import click

from tourney.cli.base import App, command
from tourney.cli.usage import WebAddress, WholeNumber
from tourney.domain.errors import NotFound


@command("serve")
@click.argument("event", required=False, metavar="[EVENT|RUN]")
@click.option("--lan", is_flag=True)
@click.option("--port", type=WholeNumber(min=0, max=65535), default=8765, metavar="N")
@click.option("--read-only", is_flag=True)
@click.option("--pin", default="auto", metavar="auto|none|N")
@click.option("--address", type=WebAddress("https://cup.example.org", 200), metavar="URL")
def serve(
    app: App,
    event: str | None,
    *,
    lan: bool,
    port: int,
    read_only: bool,
    pin: str,
    address: str | None,
) -> None:
    """Serve EVENT or RUN in browsers: telephones, a screen on the wall, the organiser's desk."""
    from tourney.app.choose import choose_run
    from tourney.app.event_picture import event_to_watch
    from tourney.app.event_session import event_session
    from tourney.app.publish_site import PUBLIC
    from tourney.serve import server
    from tourney.store.connect import address as database_address

    session, run = None, None
    if event is not None:
        session = event_to_watch(app, event)
        if session is None:
            run = choose_run(app.store(), event).spec.name
    else:
        try:
            session = event_session(app, None, any_phase=True)
        except NotFound:
            # Without an event people can still play.
            if read_only:
                raise
            app.store(create=True)
    # Beside the database, wherever the server was started.
    file = database_address(app.db).path
    site = str(app.settings["site"].value) or (file.parent if file else Path()) / PUBLIC
    asked = server.AskedServer(lan, port, read_only, pin, run, address or "", Path(site))
    server.serve(app, session, app.db, asked)
