import { describe, expect, it } from 'vitest';
import {
  isBlankRichText,
  isSafeLink,
  pictureAddress,
  parsePictureAddress,
  picturesIn,
  plainText,
  richTextOf,
} from '@contract/fields/richText';
import { measured } from '../support/measured';

const id = '3b241101-e2bb-4255-8caf-4136c566a962';

describe('formatted text', () => {
  it('formatted text becomes plain text with one line per block in lists and workbooks', () => {
    expect(
      plainText(
        '<h2>通知</h2><p>各位 <strong>同事</strong>：<br>请注意 &lt;0.05 &amp; &#x4e2d;&#25991;</p><ul><li><p>一</p></li><li><p>二</p></li></ul>',
      ),
    ).toBe('通知\n各位 同事：\n请注意 <0.05 & 中文\n一\n二');
    expect(plainText('<table><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table>')).toBe('甲 乙');
    expect(plainText('没有标签')).toBe('没有标签');
  });

  it('formatted text is decoded once: a written &amp;lt; becomes &lt; and not <', () => {
    expect(plainText('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;');
  });

  it('formatted text without words and pictures counts as empty', () => {
    expect(isBlankRichText('<p><br></p>')).toBe(true);
    expect(isBlankRichText('<p>&nbsp;</p>')).toBe(true);
    expect(isBlankRichText(`<p><img src="${pictureAddress(id)}"></p>`)).toBe(false);
    expect(isBlankRichText('<p>0</p>')).toBe(false);
  });

  it('plain words turned into formatted text never become a tag', () => {
    expect(richTextOf('甲 <b>\n\n 乙 & 丙')).toBe('<p>甲 &lt;b&gt;</p><p>乙 &amp; 丙</p>');
    expect(plainText(richTextOf('甲 <b>\n乙 & 丙'))).toBe('甲 <b>\n乙 & 丙');
  });

  it('formatted text of any form is read in linear time', () => {
    expect(plainText('<'.repeat(1_000_000))).toHaveLength(1_000_000);
    expect(plainText('<p '.repeat(300_000))).toContain('<p');
    expect(plainText('&#'.repeat(500_000))).toHaveLength(1_000_000);
    expect(picturesIn('src="'.repeat(200_000))).toEqual([]);
  });
});

describe('link targets of formatted text (IN4)', () => {
  const good = [
    'https://www.nhc.gov.cn/x?y=1',
    'http://10.0.0.1',
    'mailto:lab@example.com',
    '/notify/myNews?id=3',
    'HTTPS://A.CN',
  ];
  const bad = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'ftp://x',
    'file:///etc',
    '',
    'x',
    'https://a b',
    '/a\\b',
  ];
  it.each(good)('a link in formatted text is accepted: %s', (href) => expect(isSafeLink(href)).toBe(true));
  it.each(bad)('a link in formatted text is refused: %j', (href) => expect(isSafeLink(href)).toBe(false));
  it('links in formatted text accept 0 addresses other than http, https, mailto and pages of this site', () => {
    const taken = bad.filter(isSafeLink);
    expect(taken).toEqual([]);
    measured(`文字中的链接：${good.length} 个合法的收下，${bad.length} 个其他协议收下 ${taken.length} 个`);
  });

  it('formatted text shows only uploaded pictures and no external ones', () => {
    expect(parsePictureAddress(pictureAddress(id))).toEqual({ id, open: false });
    expect(parsePictureAddress(`/api/file/open/${id}`)).toEqual({ id, open: true });
    for (const address of [
      'https://example.org/x.png',
      `//evil/api/file/${id}`,
      `/api/file/${id}/link`,
      `/api/file/${id}?inline=true&x=1`,
      'x',
      `/api/file/../${id}`,
    ])
      expect(parsePictureAddress(address)).toBeNull();
    expect(picturesIn(`<img src="${pictureAddress(id)}"><img src="/api/file/open/${id}"><img src="x">`)).toEqual([id]);
  });
});
