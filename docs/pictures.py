"""`python -m docs.pictures` takes pictures of the application: the demonstration, served and opened in Chromium."""

import re
import shutil
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parent / "images"
PICTURES = {
    "site-start": ("/", 960),
    "site-entries": ("/collections/anaphor-fr/entries", 640),
    "serve": ("/agreement/demo.csv", 1560),
}
"""What is shown, and how much of it, in pixels of a page 1,200 wide."""
_WAIT_S = 120


def main() -> None:
    """Write the pictures, with 160 colours each."""
    command = [sys.executable, "-m", "anaphor", "serve", "--demo", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    said = "".join(server.stderr.readline() for _ in range(3))
    try:
        address, password = re.findall(r"http://[\d.:]+", said)[0], re.findall(r"password (\S+);", said)[0]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1200, "height": 800}, locale="en-GB")
            page.set_default_timeout(1000 * _WAIT_S)
            page.goto(f"{address}/login")
            page.locator("#name").fill("demo")
            page.locator("#password").fill(password)
            page.locator("main button").click()
            for _ in range(_WAIT_S):  # the demonstration fills itself
                page.goto(f"{address}/challenges")
                if page.locator("main .cards").count():
                    break
                time.sleep(1)
            for name, (path, height) in PICTURES.items():
                page.goto(address + path)
                clip = {"x": 0, "y": 0, "width": 1200, "height": height}
                shot = page.screenshot(full_page=True, clip=clip)  # type: ignore[arg-type]  # a plain record
                Image.open(BytesIO(shot)).convert("RGB").quantize(160).save(IMAGES / f"{name}.png", optimize=True)
            browser.close()
    finally:
        server.terminate()
        server.wait(30)


if __name__ == "__main__":
    main()
