import { writeFile } from 'node:fs/promises';

export const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
/** Long pages are cut: what is below looks like what is above. */
const MAX_HEIGHT = 2400;
const QUALITY = 60;

/** As WebP, which is a tenth of a PNG; Playwright itself has no WebP. */
export async function takePicture(page, path) {
  const { width } = page.viewportSize();
  const height = await page.evaluate('document.documentElement.scrollHeight');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT), scale: 1 },
  });
  await session.detach();
  await writeFile(path, Buffer.from(data, 'base64'));
}
