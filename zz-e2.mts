import { chromium } from 'playwright-core';
const [who='admin', width='1440', scheme='light', ...paths] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const c = await b.newContext({ viewport: { width: Number(width), height: width === '375' ? 812 : 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce', colorScheme: scheme as 'light'|'dark', hasTouch: width==='375' });
const p = await c.newPage();
p.on('pageerror', e => console.log('ERR', e.message));
p.on('console', m => m.type()==='error' && console.log('CON', m.text().slice(0,200)));
const u = 'http://127.0.0.1:8106';
await p.goto(u + '/login'); await p.waitForTimeout(1200);
await p.getByLabel('用户名').fill(who); await p.getByLabel('密码', { exact: true }).fill('Demo-2026#lab');
await p.getByLabel('密码', { exact: true }).press('Enter');
await p.getByRole('button', { name: /^用户菜单/ }).waitFor();
let i = 0;
for (const path of paths) {
  if (path.startsWith('click:')) { await p.getByRole('button', { name: path.slice(6) }).first().click().catch(e=>console.log('NOCLICK', path, e.message.slice(0,100))); await p.waitForTimeout(1500); }
  else if (path.startsWith('text:')) { await p.getByText(path.slice(5)).first().click().catch(e=>console.log('NOCLICK', path, e.message.slice(0,100))); await p.waitForTimeout(1500); }
  else if (path.startsWith('css:')) { await p.locator(path.slice(4)).first().click({timeout:5000}).catch(e=>console.log('NOCLICK', path, e.message.slice(0,100))); await p.waitForTimeout(1500); }
  else { await p.goto(u + path); await p.waitForLoadState("networkidle",{timeout:15000}).catch(()=>{}); await p.locator(".ant-skeleton, [class*=skeleton]").first().waitFor({state:"hidden",timeout:10000}).catch(()=>{}); await p.waitForTimeout(900); }
  const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) console.log('OVERFLOW', path, over);
  await p.screenshot({ path: `/tmp/shots-eyes2/${who}-${width}-${scheme}-${i++}-${path.replace(/[^\w\u4e00-\u9fff]+/g,'_').slice(0,50)}.png` });
}
await b.close();
