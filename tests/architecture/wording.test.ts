import { describe, expect, it } from 'vitest';
import { sourcesOf, withoutComments } from './sources';

// The product's Chinese: one name a thing, and the trade's own words (docs/writing.md).

/** Words that no text of the product uses, with the word to write. */
const words: readonly (readonly [RegExp, string])[] = [
  [/检测因素|指标名/, '检测项目'],
  [/外委|外协|外包/, '分包'],
  [/补货线/, '最低库存'],
  [/交接单|移交表/, '流转单'],
  [/客户单位|(?<!['[“])企业名称/, '用人单位、受检单位'],
  [/危害源|(?<![《化学他所])有害因素/, '职业病危害因素'],
  [/采样头/, '空气收集器、采样介质'],
  [/项目号|任务号/, '项目编号、检测任务编号'],
  [/职位/, '岗位（工种）'],
  [/(?<!采样)点位号|(?<!采样|点位)点号/, '采样点号'],
  [/代表时长/, '代表接触时间'],
  [/采样时长|接触时长/, '采样时间、日接触时间'],
  [/(?<!')标况体积|(?<!采样|')标准体积/, '标准采样体积'],
  [/初始流量/, '设定流量、采样前流量'],
  [/岗位或采样点/, '采样点/对象'],
  [/入样(?!品)/, '收样'],
  [/流程状态/, '流转状态'],
  [/检测限|最低检出限/, '检出限'],
  [/检出浓度上限/, '最低检出浓度'],
  [/国标值/, '职业接触限值'],
  [/呼吸尘/, '呼尘'],
  [/个人防护|劳保用品/, '个体防护用品'],
  [/签发领导/, '授权签字人'],
  [/更正自|复测自|变更自|填自项目|改版/, '原记录、原报告、原任务、原测定'],
  [/链环/, '记录'],
  [/无事可做/, '无需处理'],
  [/不予以/, '不予'],
  [/补登/, '补录'],
  [/标定/, '检定/校准'],
  [/(?<![重回答])复检/, '复测'],
  [/(?<!等)待检(?![测定验查])/, '待检测'],
  [/回车/, '收车；按键写Enter键'],
  [/强制下线/, '强制退出'],
  [/陪检人|见证人/, '陪同人'],
  [/校核人|分析人/, '检测人、复核人'],
  [/标样|标准品/, '有证标准物质'],
  [/加标率/, '加标回收率'],
  [/哈希/, '散列值'],
  [/不合规定的未知/, '待核实'],
  [/稍后再试/, '稍后重试'],
  [/印不到/, '不能印入'],
  [/没能/, '未能'],
  [/(?<!天)还没有[^。，；“”'`：可]*：/, '还没有X。做了Y后显示在这里。'],
  [/(?<!击|采样|测量)点“/, '点击“'],
  [/请给出/, '请选择、请填写'],
  [/打开失败/, '加载失败'],
  [/您输入/, '格式不正确，应为……'],
  [/(?<![\w/])(Ctrl|Alt|Shift) \+ /, 'Ctrl+'],
  [/缺少编号/, '请求不完整，请刷新页面后重试'],
  [/(?:^\s*|['`“])(?:添加|新建|增加|建立)(?!档案|检测记录)/, '新增；表格行写插入行，附件写上传'],
  [/(?:^\s*|[>'])确\s*定(?:$|<)/, '保存，或动作的名称'],
  [/你/, '您'],
  [/亲(?![属自])|哦[。！]/, '（不写）'],
  [/不可(?![抗见逆重信靠追少否分燃达用写选以执]|还原|擅自|缺)/, '不能'],
];

/** A half-width bracket with Chinese in it. Units alone are printed in half-width brackets in headings of papers. */
const bracket = /[\u4e00-\u9fff]\([^()]*[\u4e00-\u9fff][^()]*\)|[\u4e00-\u9fff]\([个份台项条件]\)/;
/** A unit without a blank before it (GB 3101), except % and degrees. */
const tightUnit =
  /[0-9}](?:[dh](?=[，。、；）`])|L\/min|m\/s|mg|μg|mL|min|℃|kPa|dB|km|kg|Hz|MB|KB|GB|ng|pg|mm|cm|m²|m³)(?![A-Za-z0-9])/;

/** A blank between Chinese, a number and its measure word. */
const looseCount =
  /[\u4e00-\u9fff，（] (?:<(?:b|strong)>)?\$?(?:\{[^{}]*\}|\d+)(?:<\/(?:b|strong)>)? ?(?:项|个|份|条|页|人|次|天|种|字节|台|行|枚|张|分钟|处|位|组|格|秒)|\} (?:项|个|份|条|页|人|次|天|种|字节|台|行|枚|张|分钟|处|位|组|格|秒)(?![A-Za-z])/;

interface Exception {
  readonly path: RegExp;
  readonly word: RegExp;
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  {
    path: /\/entities\/(?:inspectUnit|projectLists)\.ts$/,
    word: /客户单位|项目号/,
    reason: 'names of columns in lists that laboratories keep themselves',
  },
  {
    path: /\/reportWords\.ts$|\/headFacts\.ts$|\/sheets\/outsourcedSheet\.ts$/,
    word: /检测因素|外委|更正自/,
    reason: 'first edition of the papers, for what was signed in it',
  },
  { path: /lotFields\.ts$/, word: /补货线/, reason: 'heading of lists that people bring' },
  { path: /dictionaries\/equipment\.ts$/, word: /待检/, reason: 'word of lists that people bring' },
  { path: /dictionaries\/laboratory\.ts$/, word: /呼吸尘/, reason: 'word of lists that people bring' },
  { path: /\/entities\/user\.ts$/, word: /职位/, reason: 'heading of lists that people bring' },
  {
    path: /\/entities\/broughtSample\.ts$/,
    word: /检测因素|点位号|采样时长/,
    reason: 'heading of lists that people bring',
  },
  { path: /^server\/seed\//, word: /外委/, reason: 'name of a method that installations already hold' },
  { path: /^contract\/messages\.ts$/, word: /不可/, reason: 'exact text of the specification' },
];

const texts = sourcesOf('contract', 'src', 'server').map((source) => ({
  path: source.path,
  text: withoutComments(source),
}));

/** Lines with a fault, except those that a path or a line excuses. */
const linesWith = (fault: RegExp, excused: readonly RegExp[]): string[] =>
  texts
    .filter(({ path }) => !excused.some((one) => one.test(path)))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          fault.test(line) && !excused.some((one) => one.test(line)) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
    );

describe('texts of the product', () => {
  it.each(words)('the product’s Chinese texts do not use %s but %s', (word) => {
    const found = texts
      .filter(
        ({ path }) => !exceptions.some((exception) => exception.path.test(path) && exception.word.test(word.source)),
      )
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => (word.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
      );
    expect(found).toEqual([]);
  });

  it('the product’s Chinese texts put Chinese in full-width brackets', () => {
    const excused = [
      // Names of hazards and methods as the standards and earlier installations write them.
      /^server\/seed\//,
      // What machines, platforms and people’s own lists write.
      /\/instruments\/|\/mock\/|called: |标准\(方法\)|accreditedItem/,
      // Titles of records that were signed before.
      /formerTitle|坩埚|残渣|HF处理后|洗脱方式|溶解温度|n≥10/,
      // Patterns and calls, no texts.
      /\/\S*\(\?|\/\^|\|\(/,
      // An example of a name of a list that people bring.
      /丁酮、二甲苯/,
    ];
    expect(linesWith(bracket, excused)).toEqual([]);
  });

  it('the product’s Chinese texts put no blank between a number and its measure word', () => {
    const excused = [
      // Commands of the operator, where a blank stands on both sides.
      /^server\/(?:base|commands|db|entry|files)\/|doctorTexts|operatorTexts|backupTexts|copyFilesTexts|organizationArchive|serverTexts|maintenanceFiles/,
      // Page numbers of papers, as they were signed.
      /第 \$\{page(?:Number)?\} 页/,
      // Exact text of the specification.
      /长度在 8 到 16 个字符/,
    ];
    expect(linesWith(looseCount, excused)).toEqual([]);
  });

  it('the product’s Chinese texts put a blank between a number and its unit', () => {
    const excused = [
      // Rows of libraries and of the demonstration, as installations hold them.
      /^server\/seed\//,
      // Lengths of style sheets and settings of the database.
      /printSlips|\/labels\/Label|PaperPages|durableFileSystem/,
      // Options that lists of limits were filled with.
      /'noise\.5d/,
      // Values that are stored.
      /'powerFrequency\.50Hz'|245~250/,
    ];
    expect(linesWith(tightUnit, excused)).toEqual([]);
  });
});

/** What a refusal says after the reason: what to do instead. */
const wayOn = /请|须|可以|可在|可立即|改为|另|先|重新|退回|只能|联系|仍|也能|才能|不影响|不会/;
/** Refusals of a value, which say the value that fits. */
const ofValue =
  /不能(?:超过|少于|大于|小于|早于|晚于|为空|为0|含有|包含|等于|与旧|不小于|多于|短于|长于|低于|高于|识别|选择|重叠)/;

/** Refusals without a way on, with the reason. */
const unanswered: readonly { readonly text: RegExp; readonly reason: string }[] = [
  {
    text: /：(?:\$\{(?:why|reason|stops|reasons|blockers|problem|data)|$)/,
    reason: 'what follows the colon is to be mended',
  },
  { text: /确定.*吗？|？|^(?:提交|关闭|确认|结束|全部样品已采|没有发现问题)/, reason: 'told before an action' },
  {
    text: /已(?:终止|归档|作废|停用|签发|接续|撤销|提交|通过|完成|没有这|取消)/,
    reason: 'the work has ended for good',
  },
  {
    text: /系统所必需|由系统产生|按项目单独计数|所属申报表|内置管理员|不能修改自己的|不能改名或删除/,
    reason: 'never possible',
  },
  { text: /涉密/, reason: 'the contract forbids it' },
  { text: /^样品\$\{no\}为“\$\{state\}”|接收后再登记|稍后重试/, reason: 'says when' },
  {
    text: /不能登录）?$|不能管理他人|不计入|其他格式|未填写对外网址|已不能打开|填写中，|不能出库的原因/,
    reason: 'a fact',
  },
  { text: /不能按“/, reason: 'a request that no page sends' },
];
/** Files whose texts are no refusals of the console. */
const elsewhere =
  /^contract\/arithmetic\/|\/judgement\/|\/risk\/|reports\/conclusion\/|\/conformity\/|dictionaries\/|doctorTexts|operatorTexts|backupTexts|^server\/features\/publicity\/pages\/|\/mock\/|^server\/(?:crud|seed|commands)\/|help\/chapters|\/legal\//;

it('every refusal of the console says what to do next', () => {
  const found = texts
    .filter(({ path }) => !elsewhere.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => !/summary:|hint:|description:/.test(line))
        .flatMap((line) =>
          [...line.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
            ([, quoted, template]) => quoted ?? template ?? '',
          ),
        )
        .filter((said) => /不能|无法/.test(said) && !wayOn.test(said) && !ofValue.test(said))
        .filter((said) => !unanswered.some((one) => one.text.test(said)))
        .map((said) => `${path}: ${said}`),
    );
  expect(found).toEqual([]);
});
