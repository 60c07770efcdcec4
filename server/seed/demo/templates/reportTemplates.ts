import type { ReportKind } from '@contract/features/reports/reportKinds';
import type { TemplateSection } from '@contract/features/reports/reportTexts';

interface DemoReportTemplate {
  readonly name: string;
  readonly kind: ReportKind;
  readonly remark: string;
  readonly common?: true;
  readonly state: 'draft' | 'published';
  readonly sections: Readonly<Partial<Record<TemplateSection, string>>>;
}

const statementText = (scope: string): string =>
  [
    '1．本报告涂改、缺页、未加盖检测专用章和骑缝章无效；无编制人、审核人、签发人签名无效。',
    '2．未经本机构书面同意，不得部分复制本报告；复制的报告未重新加盖检测专用章无效。',
    '3．对报告有异议的，请于收到报告之日起十五日内以书面形式向本机构提出，逾期视为认可。',
    `4．${scope}`,
    '5．扫描报告封面的二维码可核验本报告是否有效。',
  ].join('\n');

/** Templates of the demonstration: one for each kind of report, and one draft. */
export const reportTemplates: readonly DemoReportTemplate[] = [
  {
    name: '定期检测报告模板',
    kind: 'periodic',
    common: true,
    state: 'published',
    remark: '结论、建议随结果自动生成',
    sections: {
      statement: statementText('本报告只对所检测的工作场所、检测当时的生产状况和所采集的样品负责。'),
      conclusionGood: '{检测日期}对{用人单位}工作场所职业病危害因素进行检测，结果表明：{自动结论}',
      conclusionBad: '{检测日期}对{用人单位}工作场所职业病危害因素进行检测，结果表明：{自动结论}',
      adviceGood:
        '1．保持现有职业病防护设施正常运行，定期维护并留存记录。\n2．督促劳动者正确佩戴个体防护用品。\n3．按规定组织接触职业病危害的劳动者进行职业健康检查，并按期开展下一年度的定期检测。',
      adviceBad:
        '1．对不符合职业接触限值的岗位（{不符合项}），应立即查明原因，采取工程控制措施降低危害因素的浓度（强度），整改后重新检测。\n2．整改期间缩短劳动者接触时间，配备并督促正确佩戴符合要求的个体防护用品，设置警示标识。\n3．对相关岗位劳动者组织职业健康检查，并将检测结果向劳动者公布。',
    },
  },
  {
    name: '委托检测报告模板',
    kind: 'commissioned',
    state: 'published',
    remark: '只给出结果，不评价',
    sections: {
      statement: statementText('本报告只对委托检测的岗位（检测点）、检测当时的生产状况和所采集的样品负责。'),
      conclusionPlain: '受{用人单位}委托进行检测，检测结果见“检测结果”。委托检测，不予评价。',
    },
  },
  {
    name: '来样检测报告模板',
    kind: 'incoming',
    state: 'published',
    remark: '样品由委托方采集并送检',
    sections: {
      statement: statementText('本报告仅对来样负责，样品的采集、代表性和送检前的保存由委托方负责。'),
      conclusionPlain: '检测结果见上表。本报告仅对来样负责，不予评价。',
    },
  },
  {
    name: '控制效果评价检测报告模板',
    kind: 'periodic',
    state: 'draft',
    remark: '编制中',
    sections: { overview: '{用人单位}建设项目位于{受检地址}，{检测日期}连续三个工作日对工作场所进行现场采样和检测。' },
  },
];
