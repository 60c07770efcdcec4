import { strToU8, zipSync } from 'fflate';

// Excel layout that ships with the product (scripts/shippedLayouts.ts): the original record of gas chromatography.

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const columns = 12;
const letter = (index: number): string => String.fromCharCode(65 + index);
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Styles by their number in `styles`. */
const style = { plain: 0, title: 1, label: 2, value: 3, head: 4, cell: 5, section: 6 } as const;

/** A cell: text, style, and the number of columns that it covers. */
type Cell = readonly [text: string, style: number, span: number];
interface Line {
  readonly cells: readonly Cell[];
  readonly height?: number;
}

const title = (text: string): Line => ({ cells: [[text, style.title, columns]], height: 28 });
const section = (text: string): Line => ({ cells: [[text, style.section, columns]], height: 18 });
const pairs = (...given: readonly (readonly [label: string, name: string])[]): Line => {
  const span = columns / given.length;
  return {
    cells: given.flatMap(([label, name], at): Cell[] => [
      [label, style.label, given.length === 1 ? 2 : 1],
      [`{${name}}`, style.value, (at === given.length - 1 ? columns - span * at : span) - (given.length === 1 ? 2 : 1)],
    ]),
    height: 18,
  };
};

/** A list: heads, and the line that is repeated. */
function list(name: string, given: readonly (readonly [head: string, name: string, span?: number])[]): Line[] {
  const last = given.length - 1;
  return [
    { cells: given.map(([text, , span = 1]) => [text, style.head, span]), height: 30 },
    {
      cells: given.map(([, field, span = 1], at) => [
        `${at === 0 ? `{#${name}}` : ''}{${field}}${at === last ? `{/${name}}` : ''}`,
        style.cell,
        span,
      ]),
    },
  ];
}

function sheetXml(lines: readonly Line[]): string {
  const merges: string[] = [];
  const rows = lines.map(({ cells, height }, line) => {
    let at = 0;
    const row = cells.map(([text, number, span]) => {
      const [from, to] = [at, at + span - 1];
      at += span;
      if (span > 1) merges.push(`${letter(from)}${line + 1}:${letter(to)}${line + 1}`);
      return Array.from({ length: span }, (_, index) => {
        const ref = `${letter(from + index)}${line + 1}`;
        return index === 0
          ? `<c r="${ref}" s="${number}" t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`
          : `<c r="${ref}" s="${number}"/>`;
      }).join('');
    });
    return `<row r="${line + 1}"${height ? ` ht="${height}" customHeight="1"` : ''}>${row.join('')}</row>`;
  });
  const widths = [7, 17, 18, 10, 9, 9, 11, 10, 10, 10, 11, 13];
  return (
    `${head}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="16"/><cols>` +
    `${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>` +
    `<sheetData>${rows.join('')}</sheetData><mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` +
    '<printOptions horizontalCentered="1"/><pageMargins left="0.5" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
    '<headerFooter><oddHeader>&amp;L{机构}&amp;R受控编号：{版式受控编号}</oddHeader><oddFooter>&amp;L{页脚}&amp;R第&amp;P页 共&amp;N页</oddFooter></headerFooter></worksheet>'
  );
}

const border =
  '<border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/><diagonal/></border>';
const xf = (font: number, bordered: boolean, align: string, fill = 0): string =>
  `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="${bordered ? 1 : 0}" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${align}" vertical="center" wrapText="1"/></xf>`;
const font = (name: string, size: number, bold = false): string =>
  `<font>${bold ? '<b/>' : ''}<sz val="${size}"/><name val="${name}"/></font>`;
const stylesXml =
  `${head}<styleSheet xmlns="${main}"><fonts count="4">${font('宋体', 10)}${font('黑体', 16, true)}${font('黑体', 10)}${font('宋体', 9)}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF0F2F3"/></patternFill></fill></fills>' +
  `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>${border}</borders>` +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="7">${xf(0, false, 'left')}${xf(1, false, 'center')}${xf(2, true, 'center', 2)}${xf(0, true, 'left')}${xf(2, true, 'center', 2)}${xf(3, true, 'center')}${xf(2, false, 'left')}</cellXfs></styleSheet>`;

const lines: readonly Line[] = [
  title('{标题}'),
  pairs(['记录编号', '记录编号'], ['检测任务编号', '检测任务编号'], ['检测项目', '检测项目']),
  pairs(['用人单位', '用人单位'], ['收样日期', '收样日期'], ['检测日期', '检测日期']),
  pairs(['检测依据', '检测依据']),
  pairs(['仪器名称/编号', '仪器名称/编号']),
  pairs(['标准物质/批号', '标准物质/批号']),
  pairs(['环境温度', '环境温度'], ['相对湿度', '相对湿度'], ['样品数量', '样品数量']),
  pairs(['色谱柱', '色谱柱'], ['柱温/程序', '柱温/程序'], ['进样口温度', '进样口温度']),
  pairs(['检测器及温度', '检测器及温度'], ['载气流速', '载气流速'], ['分流比', '分流比']),
  section('标准曲线　{回归方程}　r={相关系数r}　曲线编号：{曲线编号}'),
  ...list('标准曲线', [
    ['级别', '级别', 2],
    ['浓度/含量', '浓度/含量', 2],
    ['峰面积1', '峰面积1', 2],
    ['峰面积2', '峰面积2', 2],
    ['峰面积均值', '峰面积均值', 2],
    ['相对误差(%)', '相对误差', 2],
  ]),
  section('样品检测结果　计算公式：{计算公式}'),
  ...list('样品检测结果', [
    ['序号', '序号'],
    ['样品编号', '样品编号'],
    ['采样地点/岗位', '采样地点/岗位'],
    ['标准采样体积(L)', '标准采样体积'],
    ['前段峰面积', '前段峰面积'],
    ['后段峰面积', '后段峰面积'],
    ['前段浓度', '前段浓度'],
    ['后段浓度', '后段浓度'],
    ['解吸效率', '解吸效率'],
    ['空气中浓度', '空气中浓度'],
    ['报出结果', '报出结果'],
    ['备注', '备注'],
  ]),
  section('计算过程'),
  { cells: [['{计算过程}', style.value, columns]] },
  section('质量控制'),
  ...list('平行样', [
    ['平行样编号', '样品编号', 2],
    ['结果1', '结果1', 2],
    ['结果2', '结果2', 2],
    ['均值', '均值', 2],
    ['相对偏差(%)', '相对偏差', 2],
    ['结论', '结论', 2],
  ]),
  ...list('质控样', [
    ['质控样名称/批号', '质控样名称/批号', 3],
    ['标准值', '标准值', 3],
    ['测定值', '测定值', 3],
    ['结论', '结论', 3],
  ]),
  pairs(['备注', '备注']),
  {
    cells: [
      ['检测人', style.label, 1],
      ['{检测人签名 [高: 9]} {检测人日期}', style.value, 3],
      ['复核人', style.label, 1],
      ['{复核人签名 [高: 9]} {复核人日期}', style.value, 3],
      ['审核人', style.label, 1],
      ['{审核人签名 [高: 9]} {审核人日期}', style.value, 3],
    ],
    height: 32,
  },
];

/** Original record of gas chromatography, A4 landscape. */
export const gasChromatographyLayout = (): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
        '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="原始记录" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">原始记录!$A$1:$L$${lines.length}</definedName></definedNames></workbook>`,
        'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
        'xl/worksheets/sheet1.xml': sheetXml(lines),
        'xl/styles.xml': stylesXml,
      }).map(([name, part]) => [name, [strToU8(part), { level: 9, mtime: new Date(1980, 0, 1) }]]),
    ),
  );
