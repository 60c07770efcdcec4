import { pageTexts } from '@contract/features/signIn/signInTexts';
import { publicAddresses } from './pageFrame';
import { pageElement, type PageNode } from './pageTree';

interface PageMessage {
  readonly code?: string;
  readonly title: string;
  readonly text: string;
  readonly ways?: readonly { readonly href: string; readonly label: string }[];
}

/** Returns a message with further links. */
export const messagePage = ({ code, title, text, ways = [] }: PageMessage): PageNode =>
  pageElement(
    'section',
    { class: 'pub-notice' },
    code && pageElement('span', { class: 'pub-code' }, code),
    pageElement('h1', { class: 'pub-notice-title' }, title),
    pageElement('p', {}, text),
    ways.length > 0 &&
      pageElement(
        'div',
        { class: 'pub-notice-ways' },
        ways.map(({ href, label }, index) =>
          pageElement('a', { class: index === 0 ? 'pub-way pub-first' : 'pub-way', href }, label),
        ),
      ),
  );

/** Returns the page for an unknown address. */
export const missingPage = (): PageNode =>
  messagePage({
    code: '404',
    title: pageTexts.notFound,
    text: '地址可能输入有误，或者页面已被移走。请检查地址，或从以下页面重新进入。',
    ways: [
      { href: publicAddresses.list, label: '报告公示' },
      { href: '/login', label: '登录' },
    ],
  });
