import svgCaptcha from 'svg-captcha';
import { expect, it } from 'vitest';
import { readCaptcha } from './support/readCaptcha';
import { startProduct } from './support/productServer';
it('reads', async () => {
  let wrong = 0;
  for (let i = 0; i < 3000; i++) {
    const { text, data } = svgCaptcha.create({ size: 4, width: 111, height: 36, fontSize: 40, noise: 2, color: true, background: '#f5f7fa', ignoreChars: '0oO1iIlL5sS2zZ8B9gqG6bvVuUcCkKpPwWxX' });
    try { if (readCaptcha(`data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`).toLowerCase() !== text.toLowerCase()) wrong++; } catch (e) { wrong++; console.log(text, String(e).slice(0, 300)); }
  }
  console.log({ wrong });
  const t = Date.now();
  const p = await startProduct();
  console.log(Date.now() - t, p.url);
  const t2 = Date.now();
  await p.stop();
  console.log(Date.now() - t2);
});
