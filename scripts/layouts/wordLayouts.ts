import {
  AlignmentType,
  Document,
  Footer,
  Header,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx';

// Word layouts that ship with the product (scripts/shippedLayouts.ts).

const body = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman', eastAsia: '宋体' };
const head = { ...body, eastAsia: '黑体' };

interface TextOptions {
  readonly size?: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
  readonly heads?: boolean;
  readonly before?: number;
  readonly after?: number;
  readonly pageBreak?: boolean;
  readonly keepNext?: boolean;
}

/** A paragraph; sizes in pt, distances in pt. */
const text = (
  words: string,
  {
    size = 10.5,
    bold = false,
    align = 'left',
    heads = false,
    before = 0,
    after = 0,
    pageBreak = false,
    keepNext = false,
  }: TextOptions = {},
): Paragraph =>
  new Paragraph({
    alignment: AlignmentType[align.toUpperCase() as 'LEFT' | 'CENTER' | 'RIGHT'],
    spacing: { before: before * 20, after: after * 20, line: 300 },
    pageBreakBefore: pageBreak,
    keepNext,
    children: [new TextRun({ text: words, font: heads ? head : body, size: size * 2, bold })],
  });

const heading = (words: string): Paragraph =>
  text(words, { heads: true, bold: true, size: 12, before: 10, after: 4, keepNext: true });

const cell = (words: string, width: number, options: TextOptions & { readonly shaded?: boolean } = {}): TableCell =>
  new TableCell({
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlign.CENTER,
    margins: { top: 40, bottom: 40, left: 80, right: 80 },
    ...(options.shaded ? { shading: { fill: 'F0F2F3' } } : {}),
    children: [text(words, options)],
  });

const tableOf = (rows: readonly TableRow[], widths: readonly number[]): Table =>
  new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: [...widths],
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    rows: [...rows],
  });

/** Labels and values, two pairs a line. */
const facts = (
  pairs: readonly (readonly [label: string, name: string])[],
  widths: readonly number[],
  size = 10.5,
): Table =>
  tableOf(
    Array.from({ length: Math.ceil(pairs.length / 2) }, (_, line) => {
      const [one, other = ['', '']] = [pairs[2 * line] ?? ['', ''], pairs[2 * line + 1]];
      return new TableRow({
        cantSplit: true,
        children: [...one, ...other].map((words, at) =>
          cell(at % 2 === 0 ? words : words && `{${words}}`, widths[at] ?? 0, {
            size,
            ...(at % 2 === 0 ? { shaded: true, align: 'center' } : {}),
          }),
        ),
      });
    }),
    widths,
  );

/** A list with a head that is repeated on each page. */
const list = (
  name: string,
  columns: readonly (readonly [title: string, name: string, share: number])[],
  width: number,
  size = 9,
): Table => {
  const whole = columns.reduce((sum, [, , share]) => sum + share, 0);
  const widths = columns.map(([, , share]) => Math.round((width * share) / whole));
  const line = columns.map(([, field], at) =>
    [at === 0 ? `{#${name}}` : '', `{${field}}`, at === columns.length - 1 ? `{/${name}}` : ''].join(''),
  );
  return tableOf(
    [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: columns.map(([title], at) =>
          cell(title, widths[at] ?? 0, { size, bold: true, align: 'center', heads: true, shaded: true }),
        ),
      }),
      new TableRow({
        cantSplit: true,
        children: line.map((words, at) => cell(words, widths[at] ?? 0, { size, align: 'center' })),
      }),
    ],
    widths,
  );
};

/** A list with its title, both left out where the list has no rows. */
const section = (name: string, columns: Parameters<typeof list>[1], width: number, size?: number) => [
  text(`{#有${name}}`, { size: 2 }),
  text(name, { heads: true, bold: true, align: 'center', before: 6, after: 3, keepNext: true }),
  list(name, columns, width, size),
  text(`{/有${name}}`, { size: 2 }),
];

const pageOf = (corner: string): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({ text: `${corner}　　第`, font: body, size: 18 }),
          new TextRun({ children: [PageNumber.CURRENT], font: body, size: 18 }),
          new TextRun({ text: '页 共', font: body, size: 18 }),
          new TextRun({ children: [PageNumber.TOTAL_PAGES], font: body, size: 18 }),
          new TextRun({ text: '页', font: body, size: 18 }),
        ],
      }),
    ],
  });

const headerOf = (words: string): Header => new Header({ children: [text(words, { size: 9, align: 'right' })] });

const upright = { page: { margin: { top: 1300, bottom: 1200, left: 1400, right: 1100 } } };
const width = 9400;
const results = [
  ['车间', '车间', 10],
  ['岗位', '岗位', 11],
  ['检测项目', '检测项目', 11],
  ['样品编号', '样品编号', 16],
  ['采样日期', '采样日期', 11],
  ['结果类型', '结果类型', 9],
  ['检测结果', '检测结果', 12],
  ['接触限值', '接触限值', 12],
  ['判定', '判定', 8],
] as const;

function coverPage(): (Paragraph | Table)[] {
  return [
    text('报告编号：{报告编号}', { align: 'right' }),
    text('{资质认定标志 [高: 20]}　　{二维码 [高: 24]}', { align: 'right', after: 60 }),
    text('{标题}', { heads: true, bold: true, size: 24, align: 'center', after: 90 }),
    ...['用人单位', '项目名称', '检测类别', '委托单位', '检测任务编号', '签发日期'].map((name) =>
      text(`${name}：{${name}}`, { size: 14, before: 6, after: 6 }),
    ),
    text('{机构}', { heads: true, bold: true, size: 16, align: 'center', before: 70 }),
    text('{检测专用章 [高: 38]}', { align: 'center' }),
    text('声　明', { heads: true, bold: true, size: 16, align: 'center', after: 12, pageBreak: true }),
    text('{声明}', { size: 11 }),
    text('{机构}', { before: 20 }),
    text('地址：{机构地址}　电话：{机构电话}', { after: 16 }),
    list(
      '签字人',
      [
        ['签署', '职责', 1],
        ['姓名', '姓名', 1],
        ['职务（职称）', '职务', 1],
        ['签名', '签名', 2],
        ['日期', '日期', 1],
      ],
      width,
      10.5,
    ),
  ];
}

function reportBody(): (Paragraph | Table)[] {
  const halves = [1500, 3200, 1500, 3200];
  return [
    new Paragraph({ pageBreakBefore: true, children: [] }),
    heading('1　检测依据'),
    text('{检测依据}'),
    heading('2　用人单位概况'),
    text('{用人单位概况}', { after: 4 }),
    facts(
      [
        ['用人单位', '用人单位'],
        ['检测地址', '检测地址'],
        ['所属行业', '所属行业'],
        ['联系人', '联系人'],
        ['项目负责人', '项目负责人'],
        ['陪同人', '陪同人'],
        ['现场采样', '现场采样'],
        ['采样日期', '采样日期'],
        ['实验室检测', '实验室检测'],
        ['检测日期', '检测日期'],
      ],
      halves,
    ),
    heading('3　职业病危害因素分布'),
    text('{生产工艺与职业病危害因素分布}', { after: 4 }),
    list(
      '职业病危害因素分布',
      [
        ['车间', '车间', 2],
        ['岗位', '岗位', 2],
        ['危害因素', '职业病危害因素', 2],
        ['接触人数', '接触人数', 1],
        ['接触时间', '接触时间', 2],
        ['防护设施', '职业病防护设施', 2],
        ['个体防护用品', '个体防护用品', 2],
      ],
      width,
    ),
    heading('4　检测项目、方法与仪器'),
    list(
      '检测项目、方法与仪器',
      [
        ['检测项目', '检测项目', 2],
        ['检测方法', '检测方法', 4],
        ['仪器名称/编号', '仪器名称/编号', 3],
        ['样品数', '样品数', 1],
      ],
      width,
    ),
    heading('5　检测结果与判定'),
    ...['粉尘', '化学有害因素', '物理因素', '其他有害因素'].flatMap((family) =>
      section(`${family}检测结果与判定`, results, width, 8.5),
    ),
    heading('6　结论'),
    text('{结论}'),
    heading('7　建议'),
    text('{建议}'),
    text('{#有现场影像}', { size: 2 }),
    heading('8　现场影像'),
    text('{#现场影像}{图 [高: 60]}', { align: 'center' }),
    text('{图名}{/现场影像}', { align: 'center', size: 9 }),
    text('{/有现场影像}', { size: 2 }),
    text('（以下空白）', { align: 'center', before: 10 }),
  ];
}

/** Report: cover, statement with signatures, results with their verdicts. */
export const reportLayout = (): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      title: '检测报告版式',
      creator: '示例版式',
      sections: [
        {
          properties: { ...upright, titlePage: true },
          headers: { default: headerOf('{机构}　{页眉编号}'), first: new Header({ children: [] }) },
          footers: {
            default: pageOf('{页脚}'),
            first: new Footer({ children: [text('{页脚}', { size: 9, align: 'center' })] }),
          },
          children: [...coverPage(), ...reportBody()],
        },
      ],
    }),
  );

/** Sampling record, A4 landscape. */
export const samplingLayout = (): Promise<Buffer> => {
  const wide = 14_400;
  return Packer.toBuffer(
    new Document({
      title: '采样记录版式',
      creator: '示例版式',
      sections: [
        {
          properties: {
            page: {
              size: { orientation: PageOrientation.LANDSCAPE },
              margin: { top: 900, bottom: 800, left: 1200, right: 1000 },
            },
          },
          headers: { default: headerOf('{机构}　受控编号：{版式受控编号}') },
          footers: { default: pageOf('{页脚}') },
          children: [
            text('{标题}', { heads: true, bold: true, size: 16, align: 'center', after: 6 }),
            facts(
              [
                ['用人单位', '用人单位'],
                ['检测任务编号', '检测任务编号'],
                ['检测项目', '检测项目'],
                ['采样日期', '采样日期'],
                ['采样方式', '采样方式'],
                ['空气收集器', '空气收集器'],
                ['采样依据', '采样依据'],
                ['采样仪器', '采样仪器'],
                ['流量校准器', '流量校准器'],
                ['生产状况', '生产状况'],
              ],
              [1700, 5500, 1700, 5500],
              9,
            ),
            ...section(
              '天气状况',
              [
                ['测量时间', '测量时间', 3],
                ['测量地点', '测量地点', 3],
                ['气温(℃)', '气温', 2],
                ['相对湿度(%)', '相对湿度', 2],
                ['气压(kPa)', '气压', 2],
                ['风速(m/s)', '风速', 2],
              ],
              wide,
            ),
            ...section(
              '样品',
              [
                ['序号', '序号', 2],
                ['车间/岗位/地点', '车间/岗位（工种）/地点', 7],
                ['样品编号', '样品编号', 7],
                ['采样对象', '采样对象', 3],
                ['采样前流量(L/min)', '采样前流量', 4],
                ['采样后流量(L/min)', '采样后流量', 4],
                ['开始', '开始时间', 3],
                ['结束', '结束时间', 3],
                ['时间(min)', '采样时间', 3],
                ['体积(L)', '采样体积V', 3],
                ['标准体积(L)', '标准采样体积V0', 4],
                ['备注', '备注', 4],
              ],
              wide,
              8.5,
            ),
            text('采样人：{采样人签名 [高: 9]}　{采样人日期}　　　陪同人：{陪同人签名 [高: 9]}　{陪同人日期}', {
              before: 12,
            }),
          ],
        },
      ],
    }),
  );
};
