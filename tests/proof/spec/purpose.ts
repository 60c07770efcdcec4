import type { Section } from './section';

export const purpose: Section = {
  number: 1,
  title: '用途与使用者',
  requirements: [
    [
      '面向职业危害调查、采样、检测、质量控制与报告的中文管理后台',
      'browser/wholeJob: in the end-to-end test of a project the report is generated, issued and stored as a PDF',
      'browser/wholeJob: in the end-to-end test of a project two work posts are surveyed, and the sampling plan gets three signatures',
    ],
    [
      '登录后按权限显示菜单与按钮',
      'server/menus: the menus built for a person contain the granted menus and their parents, in the order of the menus',
      'ui/pages: shows its columns, filters and buttons to people with permissions',
    ],
    [
      '公众可读报告公示与行业资讯',
      'browser/publicPages: a stranger finds a public report, opens it, and returns to the position in the list, at %s',
      'ui/publicPages: an article on the public news page contains no script or other executable content',
    ],
    [
      '使用者为检测机构人员（含管理员标志）与公众',
      'server/auth: gives an administrator exactly the permission admin',
      'ui/guard: only 5 public pages open for people without a session (AZ9)',
    ],
    [
      '客户与受检单位',
      'server/crud: the generic call tests run at least for the customer and the inspected unit',
      'browser/mainJob: a workbook of 600 inspected enterprises is imported in the browser',
    ],
    [
      '现场调查、采样方案、样品采集与流转',
      'browser/fieldJourney: in the end-to-end field-work test all forty samples are 已接收, and a scan on any page opens their project, but none of another organization',
      'server/handOver: each scanned sample number is counted once at the hand-over, and the sheet is received when all samples are counted',
    ],
    [
      '色谱、光谱、比色等实验室方法',
      'server/labMethods: a record of the method gives the result of the worked example in docs/spec/domain.md',
      'contract/methods/sheets: sheet of %s',
    ],
    [
      '来样检测',
      'server/incoming: an incoming sample becomes a numbered sample with test tasks when the sample keeper receives it',
    ],
    [
      '原始记录',
      'server/records: the printed documents of a project are one per step, in the order of the work, with their states and signers',
      'contract/print/recordDocument: the printed laboratory record shows every column of its layout, filled',
    ],
    ['风险', 'server/risk', 'contract/risk: risk of a unit'],
    [
      '质量控制归档',
      'server/archive: archiving (归档) requires the password, closes the archive for the organization’s years, and is signed; a changed document breaks the signature',
      'contract/archive/documents: the archive checklist is complete if every document exists; each document that is not needed has a reason',
    ],
    [
      '报告预览与报告审批',
      'server/reports: is issued with three signatures',
      'ui/reports: the report page shows typed texts on the paper at once, saves them, and can restore the generated texts',
    ],
    [
      '项目审核',
      'server/reports: is submitted with a password, signed by three people, and moves the project to its report',
    ],
    [
      '耗材、试剂、标准物质与用车计划',
      'server/stock',
      'server/vehicles: a vehicle cannot be booked twice: the refusal names the person whose trip it is; a trip may begin when the first ends',
    ],
    [
      '机构',
      'server/organizations: an organization is added and deleted only by platform administrators, and cannot be deleted while anything belongs to it',
    ],
    [
      '数据治理',
      'server/declarations: a report for the authority is submitted once its data are complete, is frozen, and can be taken back with a reason',
      'server/platformPushes: a report is submitted once, with the platform’s names and codes, however often it is queued and by however many nodes',
    ],
    [
      '通知中心',
      'server/notices: to all reaches every enabled person of the own organization, and no enterprise user, since staff notices stay internal',
    ],
    [
      '公示的报告与资讯',
      'server/publicity: shows the fields of DOMAIN',
      'server/publicity: public news are listed by category, pinned ones first, and each article links to its neighbours',
    ],
    [
      '以用户名和密码登录',
      'browser/mainJob: a wrong captcha is refused with a new picture, and the right one signs in',
      'ui/login: signs in by Enter',
    ],
    [
      '菜单由服务器按人员给出',
      'server/menus: menu build for a person',
      'ui/guard: requests auth/info, then menus/build, then what the page needs, and nothing else',
    ],
    [
      '有隐私协议页与数字证书使用协议页（静态法律文本）',
      'contract/legal: the legal text $title is complete, and its references to its own articles are valid',
      'ui/login: links to both agreements',
    ],
    ['证书协议：版本日期 2022 年 7 月 20 日', 'contract/legal: legal texts'],
    ['证书协议：签名数据在证书到期后保留十年', 'contract/legal: legal texts'],
    ['证书协议：争议须在 3 个月内提出', 'contract/legal: legal texts'],
    ['证书协议：责任以已付费用为限，最高 5 万元', 'contract/legal: legal texts'],
    ['隐私政策：儿童指不满 14 周岁', 'contract/legal: legal texts'],
    ['隐私政策：访问请求 10 个工作日内答复', 'contract/legal: legal texts'],
    ['隐私政策：投诉 15 日内答复', 'contract/legal: legal texts'],
  ],
};
