"""Every route, by its file."""

from fastapi import APIRouter

from ui.api import around, asking, operating, people, talks

ROUTES: tuple[APIRouter, ...] = (asking.routes, talks.routes, people.routes, operating.routes, around.routes)
