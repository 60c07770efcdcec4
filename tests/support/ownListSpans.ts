import type { OwnList } from './ownLists';

// More lists as in `ownListVariations.ts`: both ends of a period in one column, shares in percent, units in the heads,
// sums by group, a repeated head, and a second list on the sheet.

/** Lists of which every row is imported without a correction. */
export const ownListsWithSpans: readonly OwnList[] = [
  {
    name: '设备：检定有效期一列写起止日期、每页重复表头（xls）',
    entity: 'equipment',
    type: 'xls',
    sheets: [
      {
        name: '设备',
        rows: `
仪器设备台账|||||||第1页 共2页
编号|名称|型号|出厂号|检定有效期|溯源机构|使用状态|放置位置
Y-1|噪声分析仪|AWA6228|S1|2026.3.30-2027.3.29|省计量院|正常使用|现场室
Y-2|照度计|TES-1339|S2|2026年4月1日至2027年3月31日|省计量院|送校|现场室
小计|2台
仪器设备台账|||||||第2页 共2页
编号|名称|型号|出厂号|检定有效期|溯源机构|使用状态|放置位置
Y-3|离子色谱仪|ICS-600|S3|至2027年6月|省计量院|故障|离子室
Y-4|温湿度表|TH-1|S4|27/6/1|自校|合格|天平室
Y-5|通风橱|—|—|不需检定|/|完好|理化室
合计：5台
注：本台账每半年更新一次。
`,
      },
    ],
    wanted: `
eqpName|eqpNo|model|serialNo|calibratedOn|calibrationDue|calibrationBy|status|location
噪声分析仪|Y-1|AWA6228|S1|2026-03-30|2027-03-29|省计量院|in|现场室
照度计||||2026-04-01|2027-03-31||calibrating|
离子色谱仪||||null|2027-06-30||repairing|离子室
温湿度表||||null|2027-06-01|自校|in|
通风橱||null|null|null|null|null|in|
`,
  },
  {
    name: '标准物质：不确定度的列名是百分数、浓度和数量各有单位列',
    entity: 'standard',
    type: 'xlsx',
    sheets: [
      {
        name: '标物',
        rows: `
标样编号|标样名称|标准物质编号|批次号|浓度|浓度单位|不确定度(%)|规格|入库数量|计量单位|进货日期|失效期|厂商
Q1|氟离子溶液|GBW(E)080549|L1|1000|mg/L|2|50mL|3|瓶|2026-1-8|2028/01|国标中心
Q2|氯离子溶液|GBW(E)080268|L2|1,000|mg/L|1.5%|50mL|2|瓶|2026-1-8|24个月|国标中心
`,
      },
    ],
    wanted: `
standardName|standardNo|lotNo|certified|certifiedUnit|uncertainty|receivedAmount|amountUnit|receivedOn|validUntil|supplier
氟离子溶液|Q1|L1|1000|mg/L|20|3|bottle|2026-01-08|2028-01-31|国标中心
氯离子溶液|Q2|L2|1000|mg/L|15|2|bottle|2026-01-08|2028-01-07|
`,
  },
  {
    name: '客户：第二联系人分列、电话带文字、区县单独一列',
    entity: 'inspectUnit',
    type: 'xlsx',
    sheets: [
      {
        name: 'Sheet3',
        rows: `
序号|公司名称|税号|省份|城市|区县|厂址|行业类型|规模类型|负责人|负责人手机|第二联系人|第二联系人电话|公司电话|从业人员|接害总人数|职业危害因素
1|台州子乙阀门厂|91331003MA2ABCDE1X|浙江省|台州市|黄岩区|黄岩1号|机械加工|小型企业|金某|手机：13700000001|贾某|13700000002|(0576)84000001|约 80 人|30人|噪声
2|温州丑丙鞋业有限公司||浙江省|温州市|鹿城区|鹿城2号|制鞋|微|石某|137-0000-0003|||0577-88000003转8|45|20余人|苯、甲苯
`,
      },
    ],
    wanted: `
unitName|iuiCode|region|workAddress|contact|mobile|otherContacts|landline|workerCount|exposedCount|hazards
台州子乙阀门厂|91331003MA2ABCDE1X|浙江省/台州市/黄岩区|黄岩1号|金某|13700000001|贾某 13700000002|0576-84000001|#80|#30|噪声
温州丑丙鞋业有限公司||浙江省/温州市/鹿城区||石某|13700000003|null|0577-88000003转8|#45|#20|苯、甲苯
`,
  },
];
