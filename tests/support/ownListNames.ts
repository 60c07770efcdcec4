import type { OwnList } from './ownLists';

// More lists as in `ownListVariations.ts`: names of columns that no entity knows letter by letter, what came in beside
// what is left, an uncertainty behind its value, and periods from the day of production or issue.

/** Lists of which every row is imported without a correction. */
export const ownListsWithOtherNames: readonly OwnList[] = [
  {
    name: '人员：证书有效期写三年、发证日期一列（xls）',
    entity: 'user',
    type: 'xls',
    sheets: [
      {
        name: 'Sheet1',
        merges: 'A2:A3 B2:B3 C2:C3 D2:E2 F2:H2',
        rows: `
花名册
序号|姓名|工作证号|任职情况||技术培训合格证||
|||部门|岗位|证书编号|发证日期|有效期
1|陈其一|M01|检测部|经理|ZJ1|2023.5.1|2026.4.30
2|陈其二|M02|检测部|检测员|ZJ2|2025.5.1|三年
`,
      },
    ],
    wanted: `
nickName|workNo|department|post|certNo|certUntil
陈其一|M01|检测部|经理|ZJ1|2026-04-30
陈其二|M02|检测部|检测员|ZJ2|2028-04-30
`,
  },
  {
    name: '标准物质：编号一列写国家编号、标准值后写U（xls）',
    entity: 'standard',
    type: 'xls',
    sheets: [
      {
        name: '标准溶液',
        rows: `
标准溶液台账
名称|编号|批号|生产商|标准值及不确定度|规格|剩余数量|购入数量|生产日期|购进时间|有效期限|贮存方式
苯溶液|GBW(E)089001|X1|某标物公司|1000μg/mL，U=2%(k=2)|2mL/支|3支|5支|2025.12.1|2026-02-01|24个月|0～4℃
铅溶液|GSB04-1742-2099|X2|某标物公司|1000 μg/mL  Urel=0.7%|50mL/瓶|1瓶|2瓶|2025.12|2026-02-01|一年|室温
`,
      },
    ],
    wanted: `
standardName|standardNo|referenceNo|certified|certifiedUnit|uncertainty|receivedAmount|amountUnit|supplier|receivedOn|validUntil|storage
苯溶液|GBW(E)089001|GBW(E)089001|1000|μg/mL|20|3|ampoule|某标物公司|2026-02-01|2027-11-30|0～4℃
铅溶液|||1000|μg/mL|7|1|bottle|||2026-11-30|室温
`,
  },
  {
    name: '试剂：结存与入库两列、保质期从生产日期起',
    entity: 'reagent',
    type: 'xlsx',
    sheets: [
      {
        name: '2026',
        rows: `
化学试剂库存
物品编码|品名|纯度规格|产品批号|厂家/品牌|入库数量|结存数量|单位|生产日期|入库日期|有效期至|库位
N-R1|盐酸|GR|1|国药|10|6|瓶|2025.10.1|2025.12.1|2028.9.30|A1
N-R2|碘化钾|AR|2|阿拉丁|2|1|瓶|2025.10|2025/12/1|五年|A2
`,
      },
    ],
    wanted: `
reagentName|reagentNo|grade|lotNo|supplier|receivedAmount|receivedOn|validUntil|location
盐酸|N-R1|GR|1|国药|6|2025-12-01|2028-09-30|A1
碘化钾|N-R2|||阿拉丁|1|2025-12-01|2030-09-30|A2
`,
  },
  {
    name: '房间：温度和湿度分两列',
    entity: 'place',
    type: 'xlsx',
    sheets: [
      {
        name: '功能间',
        rows: `
楼层|房号|功能间名称|面积(m2)|温度（℃）|相对湿度（%）|安全责任人
3楼|N301|气相色谱室（新）|25.5|15～30|≤80|张某
3楼|N302|冷藏样品室|15㎡|2～8|/|李某
`,
      },
    ],
    wanted: `
placeName|placeNo|area|environment|keeper
气相色谱室（新）|N301|25.5|15～30 ℃，≤80 %|张某
冷藏样品室|N302|15|2～8 ℃|李某
`,
  },
];
