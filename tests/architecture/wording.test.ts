import { describe, expect, it } from 'vitest';
import { sourcesOf, withoutComments } from './sources';

// The product's Chinese: one name a thing, and the trade's own words (docs/writing.md).

/** Words that no text of the product uses, with the word to write. */
const words: readonly (readonly [RegExp, string])[] = [
  [/检测因素/, '检测项目'],
  [/外委|外协/, '分包'],
  [/补货线/, '最低库存'],
  [/交接单|移交表/, '流转单'],
  [/(?<!采样)点位号/, '采样点号'],
  [/代表时长/, '代表接触时间'],
  [/采样时长/, '采样时间'],
  [/岗位或采样点/, '采样点/对象'],
  [/个人防护用品|劳保用品/, '个体防护用品'],
  [/更正自|复测自|变更自|填自项目/, '原记录、原报告、原任务、原测定'],
  [/链环/, '记录'],
  [/无事可做/, '无需处理'],
  [/不予以/, '不予'],
  [/补登/, '补录'],
  [/强制下线/, '强制退出'],
  [/陪检人|见证人/, '陪同人'],
  [/校核人|分析人/, '检测人、复核人'],
  [/标样|标准品/, '有证标准物质'],
  [/加标率/, '加标回收率'],
  [/稍后再试/, '稍后重试'],
  [/印不到/, '不能印入'],
  [/没能/, '未能'],
  [/请给出/, '请选择、请填写'],
  [/打开失败/, '加载失败'],
  [/您输入/, '格式不正确，应为……'],
  [/(?<![\w/])(Ctrl|Alt|Shift) \+ /, 'Ctrl+'],
  [/缺少编号/, '请求不完整，请刷新页面后重试'],
];

interface Exception {
  readonly path: RegExp;
  readonly word: RegExp;
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  {
    path: /\/reportWords\.ts$|\/headFacts\.ts$|\/sheets\/outsourced\.ts$/,
    word: /检测因素|外委|更正自/,
    reason: 'first edition of the papers, for what was signed in it',
  },
  { path: /lotFields\.ts$/, word: /补货线/, reason: 'heading of lists that people bring' },
  { path: /^server\/seed\//, word: /外委/, reason: 'name of a method that installations already hold' },
];

const texts = sourcesOf('contract', 'src', 'server').map((source) => ({
  path: source.path,
  text: withoutComments(source),
}));

describe('texts of the product', () => {
  it.each(words)('the product’s Chinese texts do not use %s but %s', (word) => {
    const found = texts
      .filter(({ path }) => !exceptions.some((one) => one.path.test(path) && one.word.test(word.source)))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) => (word.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
      );
    expect(found).toEqual([]);
  });
});
