import { loginPath } from '@contract/routes';
import { pageElement, type PageChild, type PageNode } from './pageTree';

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

interface FrameContent {
  readonly brand: PublicBrand;
  readonly path: string;
  readonly signedIn: boolean;
  readonly main: readonly PageChild[];
}

/** Logo of the product: a vial with a reading line. */
const productLogo = pageElement(
  'svg',
  { width: 28, height: 28, viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
  pageElement('rect', { width: 32, height: 32, rx: 7, fill: 'var(--primary)' }),
  pageElement('path', {
    d: 'M12 7h8M13 7v16a3 3 0 0 0 6 0V7',
    fill: 'none',
    stroke: '#fff',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }),
  pageElement('path', { d: 'M14 17h4v6a2 2 0 0 1-4 0z', fill: '#fff' }),
);

const navigationLink = (href: string, label: string, currentPath: string): PageNode =>
  pageElement(
    'a',
    { href, 'aria-current': currentPath === href || currentPath === `${href}Details` ? 'page' : undefined },
    label,
  );

/** Returns the frame of the pages without login: header with navigation, `main` as the content, footer. */
export function publicFrame({ brand, path: currentPath, signedIn, main }: FrameContent): PageNode {
  return pageElement(
    'div',
    { class: 'pub-page' },
    pageElement(
      'header',
      { class: 'pub-head' },
      pageElement(
        'a',
        { class: 'pub-home', href: signedIn ? '/' : publicAddresses.list },
        brand.logo ? pageElement('img', { class: 'pub-logo', src: brand.logo, alt: '', height: 28 }) : productLogo,
        brand.title,
      ),
      pageElement(
        'nav',
        { class: 'pub-ways', 'aria-label': publicTexts.navigation },
        navigationLink(publicAddresses.list, publicTexts.list, currentPath),
        navigationLink(publicAddresses.news, publicTexts.news, currentPath),
        signedIn && navigationLink('/helper', publicTexts.manual, currentPath),
        pageElement(
          'a',
          { class: 'pub-enter', href: signedIn ? '/' : loginPath },
          signedIn ? publicTexts.enter : publicTexts.login,
        ),
      ),
    ),
    pageElement('main', { class: 'pub-main' }, main),
    pageElement(
      'footer',
      { class: 'pub-foot' },
      brand.footer && pageElement('span', {}, brand.footer),
      brand.caseNumber &&
        pageElement(
          'a',
          { href: 'https://beian.miit.gov.cn/', target: '_blank', rel: 'noopener noreferrer' },
          brand.caseNumber,
        ),
      pageElement(
        'div',
        {},
        pageElement('a', { href: publicAddresses.privacy }, publicTexts.privacy),
        pageElement('a', { href: publicAddresses.certificate }, publicTexts.certificate),
      ),
    ),
  );
}
