import { loginPath } from '@contract/routes';
import { h, type PageChild, type PageNode } from './tree';

export const publicTexts = {
  list: '报告公示',
  news: '行业动态',
  enter: '进入系统',
  login: '登录',
  manual: '使用手册',
  navigation: '主导航',
  privacy: '隐私协议',
  certificate: '数字证书使用协议',
  print: '打印',
} as const;

/** Addresses of the public pages (SPEC §2). */
export const publicAddresses = {
  list: '/orgReportFormula',
  report: '/orgReportFormulaDetails',
  news: '/industryNews',
  article: '/industryNewsDetails',
  privacy: '/legal/privacyPolicy',
  certificate: '/legal/certificateAgreement',
} as const;

/** Name and logo of the installation on public pages. */
export interface PublicBrand {
  /** Name of the system, with the organization's prefix. */
  readonly title: string;
  readonly logo: string | null;
  readonly footer: string | null;
  readonly caseNumber: string | null;
}

interface Frame {
  readonly brand: PublicBrand;
  readonly path: string;
  readonly signedIn: boolean;
  readonly main: readonly PageChild[];
}

/** Logo of the product: a vial with a reading line. */
const mark = h(
  'svg',
  { width: 28, height: 28, viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
  h('rect', { width: 32, height: 32, rx: 7, fill: 'var(--primary)' }),
  h('path', {
    d: 'M12 7h8M13 7v16a3 3 0 0 0 6 0V7',
    fill: 'none',
    stroke: '#fff',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }),
  h('path', { d: 'M14 17h4v6a2 2 0 0 1-4 0z', fill: '#fff' }),
);

const way = (href: string, label: string, here: string): PageNode =>
  h('a', { href, 'aria-current': here === href || here === `${href}Details` ? 'page' : undefined }, label);

/** Returns the frame of the pages without login: header with navigation, content, footer. */
export function publicFrame({ brand, path, signedIn, main }: Frame): PageNode {
  return h(
    'div',
    { class: 'pub-page' },
    h(
      'header',
      { class: 'pub-head' },
      h(
        'a',
        { class: 'pub-home', href: signedIn ? '/' : publicAddresses.list },
        brand.logo ? h('img', { class: 'pub-logo', src: brand.logo, alt: '', height: 28 }) : mark,
        brand.title,
      ),
      h(
        'nav',
        { class: 'pub-ways', 'aria-label': publicTexts.navigation },
        way(publicAddresses.list, publicTexts.list, path),
        way(publicAddresses.news, publicTexts.news, path),
        signedIn && way('/helper', publicTexts.manual, path),
        h(
          'a',
          { class: 'pub-enter', href: signedIn ? '/' : loginPath },
          signedIn ? publicTexts.enter : publicTexts.login,
        ),
      ),
    ),
    h('main', { class: 'pub-main' }, main),
    h(
      'footer',
      { class: 'pub-foot' },
      brand.footer && h('span', {}, brand.footer),
      brand.caseNumber &&
        h('a', { href: 'https://beian.miit.gov.cn/', target: '_blank', rel: 'noopener noreferrer' }, brand.caseNumber),
      h(
        'div',
        {},
        h('a', { href: publicAddresses.privacy }, publicTexts.privacy),
        h('a', { href: publicAddresses.certificate }, publicTexts.certificate),
      ),
    ),
  );
}
