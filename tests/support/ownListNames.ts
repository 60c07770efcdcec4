import type { OwnList } from './ownLists';

// More lists as in `ownListVariations.ts`: names of columns that no entity knows letter by letter, two columns in one,
// signs for the text above, days without a year or with the year at the end, and periods from the day of production.

/** Lists of which every row is imported without a correction. */
export const ownListsWithOtherNames: readonly OwnList[] = [
  {
    name: '人员：两列写在一列、证书号后括号写有效期、同上',
    entity: 'user',
    type: 'xlsx',
    sheets: [
      {
        name: '技术人员',
        rows: `
职业卫生技术人员名册
编号|姓名|性别/年龄|职务/职称|学历/专业|工作部门及岗位|上岗证编号及有效期|手机/邮箱
N01|赵其一|男/45|总经理/高级工程师|本科/化工|管理层 最高管理者|SG-001（至2027.5.1）|13611110001/zhao@example.com
N02|钱其二|女/33|检测员/工程师|硕士/分析化学|检测室 气相|SG-002 至2027-06-30|13611110002/qian@example.com
N03|孙其三|男/25|采样员/无|大专/环境|现场室 采样|SG-003|13611110003
N04|李其四|男/29|同上|同上|现场室 采样|SG-004|13611110004
`,
      },
    ],
    wanted: `
nickName|workNo|post|jobTitle|education|major|department|certNo|certUntil|phone|email|duties
赵其一|N01|总经理|高级工程师|本科|化工|管理层|SG-001|2027-05-01|13611110001|zhao@example.com|null
钱其二|N02|检测员|工程师|硕士|分析化学|检测室|SG-002|2027-06-30|13611110002||null
孙其三||采样员|null|大专|环境|现场室|SG-003||13611110003|null|null
李其四||采样员|null|大专|环境||SG-004
`,
  },
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
    name: '设备：器材、状态标识带颜色、年份在标题和日期末尾',
    entity: 'equipment',
    type: 'xlsx',
    sheets: [
      {
        name: '采样设备',
        rows: `
现场采样及直读设备一览（2026年）
No.|器材名称|牌号型号|器材编号|生产厂家及出厂编号|量程|上次检定|下次检定日|送检单位|状态标识|存放部门/保管人
1|大气采样器|QC-4S|N-01|北京劳保所 2101|0.1～1.5L/min|3月5日|2027/3/4|省计量院|合格（绿）|采样部/马某
2|粉尘采样器|FC-25|N-02|常熟仪器 2102|同上|3.6|5/5/2027|省计量院|准用（黄）|采样部/马某
3|风速仪|TSI9535|N-03|TSI 2103|0～30m/s|01-Mar-2026|28-Feb-2027|省计量院|停用（红）|采样部
4|声级计|AWA5688|N-04|爱华 2104|30～130dB|2026年3月8日|2027年3月|省计量院|送修中|采样部
`,
      },
    ],
    wanted: `
eqpName|eqpNo|model|maker|serialNo|measures|calibratedOn|calibrationDue|calibrationBy|status|location
大气采样器|N-01|QC-4S|北京劳保所|2101|0.1～1.5L/min|2026-03-05|2027-03-04|省计量院|in|采样部
粉尘采样器|N-02||常熟仪器|2102|0.1～1.5L/min|2026-03-06|2027-05-05||in|采样部
风速仪|N-03|||||2026-03-01|2027-02-28||stopped|采样部
声级计|N-04|||||2026-03-08|2027-03-31||repairing
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
    name: '客户：省市与区县分列、行业带代码、职工数和接害数一列',
    entity: 'inspectUnit',
    type: 'xlsx',
    sheets: [
      {
        name: '客户资料',
        rows: `
甲方单位|地址（省市）|区县|详细地址|安环联系人|安环手机|职工数/接害数|行业代码及名称|注册类型|规模
杭州其一机械有限公司|浙江省杭州市|余杭区|余杭1号|刘某|13811110001|120/56|C34 通用设备制造业|私营有限责任公司|小型
宁波其二化工有限公司|浙江宁波|北仑|北仑2号|赵某|13811110002|560人/210人|C26|股份公司|中型
苏州其三电子有限公司|江苏省苏州市|工业园区|园区3号|王某|13811110003|80/30|电子|外资|微型
`,
      },
    ],
    wanted: `
unitName|region|workAddress|contact|mobile|workerCount|exposedCount|industry|economicType
杭州其一机械有限公司|浙江省/杭州市/余杭区|余杭1号|刘某|13811110001|#120|#56|C34|170
宁波其二化工有限公司|浙江省/宁波市/北仑区||||#560|#210|C26|
苏州其三电子有限公司|江苏省/苏州市||||#80|#30|C39|
`,
  },
  {
    name: '车辆：车况、五座、使用部门和驾驶员一列（xls）',
    entity: 'vehicle',
    type: 'xls',
    sheets: [
      {
        name: '车',
        merges: 'A2:A3 B2:B3 C2:C3 D2:E2 F2:F3 G2:G3 H2:H3',
        rows: `
车辆一览表
序号|车辆牌照号|车型及座位|到期时间||里程表数|使用部门/驾驶员|车况
|||年检|保险
1|浙A·N0001|五菱宏光/7座|2027年1月|2027年2月|12.3万公里|采样部/王师傅|良好
2|浙A·N0002|大众朗逸/五座|2027年1月|2027年2月|约5万|采样部/李师傅|维修中
`,
      },
    ],
    wanted: `
plateNo|vehicleName|seats|inspectionDue|insuranceDue|firstMileage|driver|status
浙A·N0001|五菱宏光|#7|2027-01-31|2027-02-28|123000|王师傅|1
浙A·N0002|大众朗逸|#5|2027-01-31|2027-02-28|50000|李师傅|2
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
  {
    name: '试剂：账面数量与实盘数量、按类分段、开瓶后半年（xls）',
    entity: 'reagent',
    type: 'xls',
    sheets: [
      {
        name: '试剂',
        merges: 'A3:J3 A6:J6',
        rows: `
化学试剂库存清单（盘点日期：2026.10.31）
试剂编号|品名|规格|级别|批号|厂商|账面数量|实盘数量|有效期|存放地点
（一）无机试剂
SJ01|氢氧化钠|500g/瓶|AR|20260101|西陇|5瓶|5瓶|2029-01|A1
SJ02|盐酸|500mL/瓶|GR|20260102|国药|10瓶|9瓶|2028-06-30|易制毒柜
（二）有机试剂
SJ04|二硫化碳|500mL/瓶|低苯级|20260104|津科密欧|6瓶|6|开瓶后半年|防爆柜
`,
      },
    ],
    wanted: `
reagentNo|reagentName|lotNo|receivedAmount|balance|validUntil|openedMonths|location
SJ01|氢氧化钠|20260101|5|5|2029-01-31|null|A1
SJ02|盐酸|20260102|9|9|2028-06-30|null|易制毒柜
SJ04|二硫化碳|20260104|6|6|null|#6|防爆柜
`,
  },
  {
    name: '在办项目：类别、拟出报告日期、检测分析中',
    entity: 'project',
    type: 'xlsx',
    units: ['杭州运行厂一', '杭州运行厂二'],
    people: ['项小明', '项小红'],
    sheets: [
      {
        name: '在办',
        rows: `
在办任务清单
任务单编号|企业名称|项目名称|类别|采样日期|拟出报告日期|负责人|状态|备注
ZW-2026-101|杭州运行厂一|杭州运行厂一年度检测|年度检测|2026/10/20|2026/12/5|项小明|检测分析中|
ZW-2026-102|杭州运行厂二|杭州运行厂二控评|控效评价||2026/12/31|项小红|等待采样|客户停产
`,
      },
    ],
    wanted: `
code|projectName|type|plannedOn|dueOn|leaderName|takenOverAt|remark
ZW-2026-101|杭州运行厂一年度检测|DQ|2026-10-20|2026-12-05|项小明|testing|null
ZW-2026-102|杭州运行厂二控评|KX|null|2026-12-31|项小红|sampling|客户停产
`,
  },
  {
    name: '人员：证书编号和有效期写在括号内的一列',
    entity: 'user',
    type: 'xlsx',
    sheets: [
      {
        name: 'Sheet1',
        rows: `
某检测公司2026年在册人员信息（受控）
打印日期：2026-11-20

工 号|员工姓名|部门/岗位|学历及专业|联系电话|上岗资格证（编号/有效期）
901|李大锤|现场检测部/采样员|大专 环境工程|13900001001|ZY-01/2027.10.31
902|王小花|实验室/分析员|本科 应用化学|13900001002|ZY-02/2027.10.31
共计2人
`,
      },
    ],
    wanted: `
nickName|workNo|department|post|education|major|certNo|certUntil
李大锤|901|现场检测部|采样员|大专|环境工程|ZY-01|2027-10-31
王小花|902|实验室|分析员|本科|应用化学|ZY-02|
`,
  },
];
