// Column names differ in words of one meaning: 检定日期 and 校准时间, 生产厂家 and 制造商. A stem has one word for each.

/** Words of one meaning with the word that stands for them, in the order in which they are replaced. */
const sameWords: readonly (readonly [words: RegExp, word: string])[] = [
  [/^(?:主要|目前|当前|现有)(?=.{2})/, ''],
  [/^(?:本[月期年季]|期末|月末|年末)(?=结存|库存|结余|余额)/, ''],
  [/(.{2})(?:℃|°c|%rh|%|㎡|m²)$/, '$1'],
  [/所属|所在/g, ''],
  [/(.)[及与和或的](?=.)/g, '$1'],
  [/年月日?|时间|日期/g, '日期'],
  [/有效(?:截止日期|截止|日期|期限|期)至?|[到失过]期(?:日期|日)?|截止(?:日期|日)?/g, '有效期'],
  [/([检校准定止购修废停装用库货订签采样查])日$/, '$1日期'],
  [/号码/g, '号'],
  [/编码|代码|代号|编号/g, '编号'],
  [/仪器设备|设备仪器|仪器|器材|装置/g, '设备'],
  [/(?:计量检定|检定|校准|检校|溯源)+/g, '检定'],
  [/(?:生产|制造)(?:厂家|厂商|单位|企业|公司|厂|商)/g, '生产厂家'],
  [/(?:供应|供货|经销)(?:厂家|厂商|单位|企业|公司|商|方)/g, '供应商'],
  [/(委托|受检|被检|客户)(?:单位|企业|公司|机构|方)/g, '$1单位'],
  [/(?:单位|企业|公司|机构)(名称|全称|地址|性质|类型|规模|联系人|电话|编号)/g, '单位$1'],
  [/全称/g, '名称'],
  [/储存|贮存|存储/g, '保存'],
  [/放置|安放|摆放|安装/g, '存放'],
  [/地点|场所|位置|地方/g, '位置'],
  [/数目/g, '数量'],
  [/(入库|出库|库存|结存|结余|现存|在库|实存|剩余|购入|领用)[数量]?$/, '$1数量'],
  [/部室/g, '部门'],
  [/考核(?=合格证)/g, ''],
  [/员工|职工|从业人员|劳动者/g, '职工'],
  [/(职工|接害|接触|危害|座位|在册|在岗)(?:总人数|人数|总数|数)$/, '$1人数'],
];

/** Caches stems, because the same names are compared with those of every column. */
const stemCache = new Map<string, string>();
const maxCachedNames = 5000;

/**
 * Returns a column name with one word for all of the same meaning.
 * @param key name in the form of `nameKey`
 */
export function nameStem(key: string): string {
  const cachedStem = stemCache.get(key);
  if (cachedStem !== undefined) return cachedStem;
  const stem = sameWords.reduce((name, [words, word]) => name.replace(words, word), key);
  if (stemCache.size >= maxCachedNames) stemCache.clear();
  stemCache.set(key, stem);
  return stem;
}
