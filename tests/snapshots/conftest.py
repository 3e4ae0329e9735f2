from tests.screens.conftest import club as club
