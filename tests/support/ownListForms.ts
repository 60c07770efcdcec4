import type { OwnList } from './ownLists';

// Further invented lists of laboratories, with spellings that the other files do not have.

/** Lists of which every row is imported without a correction. */
export const ownListForms: readonly OwnList[] = [
  {
    name: '人员：姓名加空格对齐、手机列写座机',
    entity: 'user',
    type: 'xls',
    sheets: [
      {
        name: '人员',
        rows: `
技术人员登记表
填表日期：2026.11.1
编号|姓　名|性别|出生年月|学历/学位|毕业院校|专业|职称级别|职务|部门|从事本专业年限|上岗证号|有效期至|联系电话
Z-01|孔　明|男|1980.5|本科/学士|浙江大学|应用化学|高级工程师|主任|检测室|20年|SG-1|2028/3/1|0571-88881234转802
Z-02|孔　小　明|女|1990.12|大专|/|环境监测|/|采样员|采样室|6|SG-2|28.6.30|(0571)88885678
Z-03|欧阳　锋|男|1985-1|硕士||卫生检验|工程师|检测员|检测室|10年|SG-3|2028年06月|138 1111 2222
`,
      },
    ],
    wanted: `
nickName|workNo|department|post|jobTitle|education|major|phone|certNo|certUntil
孔明|Z-01|检测室|主任|高级工程师|本科/学士|应用化学|0571-88881234转802|SG-1|2028-03-01
孔小明|Z-02|采样室|采样员|null|大专|环境监测|0571-88885678|SG-2|
欧阳　锋|Z-03|||||卫生检验|13811112222|SG-3|2028-06-30
`,
  },
  {
    name: '设备：溯源方式、两位年份、报废日期一列',
    entity: 'equipment',
    type: 'xlsx',
    sheets: [
      {
        name: '设备档案',
        rows: `
设备代号|设备名称|规格型号|产品编号|技术指标|溯源方式|检校日期|有效截止日期|校准机构|检定证书号|安装地点|现状|报废日期|附注
D1|双通道大气采样器|TQ-2000|1|0.1-1L/min|校准|26.3.30|27.3.29|省计量院|X1|仪器室|在用||
D2|冰箱|BCD|2|/|免检|/|/|/|/|样品室|使用中||存样品
D3|分光光度计|722|3|325~1000nm|强检|2020/1/1|2021-1-1|市质检院|X3|仓库|已报废|2022年3月|
`,
      },
    ],
    wanted: `
eqpName|eqpNo|calibrationKind|calibratedOn|calibrationDue|status|scrappedOn|remark
双通道大气采样器|D1|calibration|2026-03-30|2027-03-29|in|null|
冰箱|D2|none|null|null|in|null|存样品
分光光度计|D3|verification|2020-01-01|2021-01-01|scrapped|2022-03-01|
`,
  },
  {
    name: '设备：报废清单（xls）',
    entity: 'equipment',
    type: 'xls',
    sheets: [
      {
        name: '报废登记',
        rows: `
仪器设备报废登记表
序号|设备编号|设备名称|型号规格|报废原因|报废时间|批准人
1|BF01|声级计|AWA5610|无法修复|2024年5月6日|王某
2|BF02|天平|TG328|精度不足|2023.12|王某
`,
      },
    ],
    wanted: `
eqpName|eqpNo|model|status|scrappedOn|remark
声级计|BF01|AWA5610|scrapped|2024-05-06|无法修复
天平|BF02|TG328|scrapped|2023-12-01|精度不足
`,
  },
  {
    name: '耗材：名称与规格、没有有效期',
    entity: 'consumable',
    type: 'xlsx',
    sheets: [
      {
        name: '耗材台账',
        merges: 'A1:I1',
        rows: `
耗材台账
编号|物品名称|规格型号|批次号|库存数量|单位|购入时间|失效日期|供货商|柜号
H-1|活性炭管|150mg|T2401|20|盒|2026.1.5|2028.1|盐城某厂|A1
H-2|玻纤滤膜|φ40mm|T2402|5盒||2026年2月|/|上海某厂|A2
H-3|进样瓶|2mL|T2403|1,000|个|2026-03-01|长期|安捷伦|A3
`,
      },
    ],
    wanted: `
consumableName|consumableNo|specification|lotNo|receivedAmount|amountUnit|receivedOn|validUntil|supplier|location
活性炭管|H-1|150mg|T2401|20|box|2026-01-05|2028-01-31|盐城某厂|A1
玻纤滤膜|H-2|φ40mm|T2402|5|box|2026-02-01|null|上海某厂|A2
进样瓶|H-3|2mL|T2403|1000|||2099-12-31|安捷伦|A3
`,
  },
  {
    name: '客户：手机列里的固定电话、代码有空格、行业带代码（xls）',
    entity: 'inspectUnit',
    type: 'xls',
    sheets: [
      {
        name: '企业名录',
        rows: `
单位名称|统一社会信用代码|所在区县|单位地址|企业规模|联系人|手机|职工人数|接害人数
杭州子一涂装厂|9133 0109 MA27 Y8XQ 2K|浙江省杭州市余杭区|余杭1号|小型|孙　某|0571-86661234|45|12
杭州丑二木业有限公司||杭州市临平区|临平2号|微型企业|周某|13700001111/0571-86665678|30|8
杭州寅三铸造有限公司||杭州余杭|余杭3号|中|吴某|13700002222|210人|96人
`,
      },
    ],
    wanted: `
unitName|iuiCode|region|contact|mobile|landline|workerCount|exposedCount
杭州子一涂装厂|91330109MA27Y8XQ2K|浙江省/杭州市/余杭区|孙某|null|0571-86661234|#45|#12
杭州丑二木业有限公司||浙江省/杭州市/临平区||13700001111|0571-86665678|#30|#8
杭州寅三铸造有限公司||浙江省/杭州市/余杭区||13700002222|null|#210|#96
`,
  },
  {
    name: '历史报告：日期是Excel的数、多一列份数和领取人',
    entity: 'historyReport',
    type: 'xls',
    units: ['杭州卯四机械厂', '杭州辰五化工有限公司'],
    sheets: [
      {
        name: '发放登记',
        rows: `
检测报告发放登记表
序号|报告编号|用人单位名称|检测性质|采样时间|签发时间|检测结论|授权签字人|份数|领取人|领取日期|电子版
1|FB2025-001|杭州卯四机械厂|定期检测|45658|45672|均符合|孙某|3|李四|2025/1/20|FB2025-001.pdf
2|FB2025-002|杭州辰五化工有限公司|委托检测|2025.2.3、2.4|2025年2月20日|苯、甲苯超标|孙某|2|张三|2025/2/25|
`,
      },
    ],
    wanted: `
reportNo|unitName|reportKind|sampledOn|issuedOn|exceeded|signer|fileName
FB2025-001|杭州卯四机械厂|DQ|2025-01-01|2025-01-15|null|孙某|FB2025-001.pdf
FB2025-002|杭州辰五化工有限公司|WT||2025-02-20|苯、甲苯||
`,
  },
  {
    name: '在办项目：阶段写成句子、编号在后',
    entity: 'project',
    type: 'xlsx',
    units: ['杭州巳六电镀厂', '杭州午七纺织厂', '杭州未八印刷厂'],
    people: ['沈项目'],
    sheets: [
      {
        name: '进行中项目',
        rows: `
进行中项目一览（截至11月20日）
受检企业|项目类别|合同编号|任务号|负责人|委托日期|计划完成时间|现阶段
杭州巳六电镀厂|定期检测|HT-1|T-101|沈项目|2026-10-1|2026-12-30|待采样
杭州午七纺织厂|现状评价|HT-2|T-102|沈项目|2026.10.8|2026年12月31日|实验室分析
杭州未八印刷厂|控制效果评价|HT-3|T-103|沈项目|2026/10/9|2027.1|报告审核中
`,
      },
    ],
    wanted: `
belongInspectName|code|type|leaderName|contractOn|dueOn|takenOverAt
杭州巳六电镀厂|T-101|DQ|沈项目|2026-10-01|2026-12-30|sampling
杭州午七纺织厂|T-102|XZ|沈项目|2026-10-08|2026-12-31|testing
杭州未八印刷厂|T-103|KX|沈项目|2026-10-09|2027-01-31|reporting
`,
  },
];
