import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RichText } from '@/fields';
import { pictureAddress } from '@contract/fields/richText';
import { hostileHtml } from '../support/hostileHtml';

afterEach(cleanup);

const shown = (html: string) => render(<RichText html={html} />).container.firstElementChild as HTMLElement;

describe('RichText', () => {
  it('the component RichText shows the content that the editor produces', () => {
    const html =
      '<h2>标题</h2><p style="text-align: center;">甲<strong>乙</strong><em>丙</em><u>丁</u></p><ul><li><p>一</p></li></ul><blockquote><p>引</p></blockquote><p><a href="https://www.nhc.gov.cn/" target="_blank" rel="noopener noreferrer">网</a></p>';
    expect(shown(html).innerHTML).toBe(html);
  });

  it('the component RichText shows a wide table in a scrolling frame', () => {
    expect(shown('<table><tbody><tr><td colspan="2">甲</td></tr></tbody></table>').innerHTML).toMatch(
      /^<div[^>]*><table><tbody><tr><td colspan="2">甲<\/td><\/tr><\/tbody><\/table><\/div>$/,
    );
  });

  it.each(hostileHtml())('the component RichText creates 0 executable elements from %s (IN3)', (html) => {
    const text = shown(html);
    expect(
      text.querySelectorAll(
        'script, iframe, object, embed, svg, math, form, input, button, style, link, meta, base, template, video, audio',
      ),
    ).toHaveLength(0);
    for (const element of text.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/);
        expect(value).not.toMatch(/script:|sentinel/);
      }
    }
    expect((window as { sentinel?: number }).sentinel).toBeUndefined();
  });

  it('the component RichText names an image that must not be shown', async () => {
    shown(`<p><img src="${pictureAddress('3b241101-e2bb-4255-8caf-4136c566a962')}" alt="流程图"></p>`);
    expect(await screen.findByText('图片无法显示')).toHaveAccessibleName('流程图');
  });
});
