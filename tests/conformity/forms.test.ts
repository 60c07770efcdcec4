import { describe, expect, it } from 'vitest';
import { conformityDictionaries } from '@contract/dictionaries/conformity';
import { serviceForms } from '@contract/features/conformity/forms/allServiceForms';
import { formDocument } from '@contract/features/conformity/forms/formDocument';
import { withRowNumbers, withTableRows } from '@contract/features/conformity/forms/formTable';
import {
  faultsOf,
  type FormValues,
  type ServiceForm,
  shownItems,
} from '@contract/features/conformity/forms/serviceForm';

const form = (key: string): ServiceForm => {
  const found = serviceForms.find((serviceForm) => serviceForm.key === key);
  if (!found) throw new Error(`no form ${key}`);
  return found;
};
/** Returns a valid text of an item. */
function typed(key: string): string {
  if (/until|^on$/i.test(key)) return '2026-03-02';
  if (key === 'next') return '2027-03-02';
  if (key === 'temperature' || key === 'humidity') return '22.5';
  return ['copies', 'pages', 'required', 'factor', 'staff', 'agencyStaff', 'left', 'right', 'both'].includes(key)
    ? '4'
    : '内容';
}
/** Returns answers to all required items, and why the tables have no rows. */
const filled = (sheet: ServiceForm): FormValues => {
  const current: FormValues = sheet.edition ? { edition: sheet.edition } : {};
  return {
    ...current,
    ...Object.fromEntries(
      sheet.parts.flatMap((part) =>
        shownItems(sheet, part, current).flatMap((item) =>
          [item, ...(item.cells ?? [])].flatMap(({ key, options, required, count }) =>
            required || count || key.endsWith('Absent')
              ? [[key, options?.[0] ?? (count ? '4' : typed(key))] as const]
              : [],
          ),
        ),
      ),
    ),
  };
};
/** Fit factors of the seven exercises of M.3. */
const sevenFactors = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`exercise${at}`, `${100 + at}`]));
/** Returns the blocks of a printed sheet as text. */
const printed = (sheet: ServiceForm, values: FormValues): string =>
  JSON.stringify(
    formDocument({
      agency: '甲检测中心',
      form: sheet,
      row: { formNo: 'GFB2026-0001', projectName: 'P-1', values } as never,
      unitName: '某厂',
      projectName: '某厂定期检测',
      service: '定期检测',
      steps: [],
    }).blocks,
  );

describe('appendix sheets (GBZ 331-2024)', () => {
  it('the kinds of GBZ 331 appendix sheets are those of the dictionary; item keys and signers are unique within a sheet', () => {
    expect(serviceForms.map(({ key }) => key)).toEqual(
      conformityDictionaries.serviceFormKind.map(({ value }) => value),
    );
    for (const { key, parts, signers } of serviceForms) {
      const keys = parts.flatMap(({ items }) => items.map((item) => item.key));
      expect(new Set(keys).size, key).toBe(keys.length);
      expect(new Set(signers.map(({ label }) => label)).size, key).toBe(signers.length);
    }
  });

  it('a GBZ 331 appendix sheet is complete with an answer to each required item, and names what is missing', () => {
    for (const serviceForm of serviceForms) {
      const values = {
        ...filled(serviceForm),
        ...(serviceForm.key.endsWith('Remarks') ? { adoption1: '采纳', change1: '第3章' } : {}),
      };
      const more: FormValues =
        serviceForm.key === 'objection'
          ? { corrected: 'R-1-G1' }
          : serviceForm.key === 'fitTest'
            ? { factor: '4', ...sevenFactors }
            : {};
      expect(faultsOf(serviceForm, { ...values, ...more }), serviceForm.key).toEqual([]);
      expect(faultsOf(serviceForm, {})[0], serviceForm.key).toMatch(/^请填写/);
    }
  });

  it('the GBZ 331 appendix sheet N.1 requires an opinion if a point is 不符合, and a basis if the project is secret', () => {
    const [sheet, values] = [form('contractReviewSheet'), filled(form('contractReviewSheet'))];
    expect(faultsOf(sheet, { ...values, scope: '不符合' })).toEqual([
      '“b）在资质范围、能力、人员、设备和时间之内”为不符合，请在意见中说明',
    ]);
    expect(faultsOf(sheet, { ...values, scope: '不符合', head: '请分包甲醛' })).toEqual([]);
    expect(faultsOf(sheet, { ...values, secrecy: '是，不公开不报送' })).toEqual(['涉密项目请填写涉密依据']);
    expect(faultsOf(sheet, values)).toEqual([]);
  });

  it('the GBZ 331 appendix sheet for a subcontract accepts three reasons only, and requires licence, ability, consent and agreement', () => {
    const [sheet, values] = [form('subcontract'), filled(form('subcontract'))];
    expect(faultsOf(sheet, { ...values, why: '价格便宜' })).toEqual([
      '“分包原因”应为不具备该项目能力、样品保存期短、样品运输有特殊要求',
    ]);
    for (const key of ['consent', 'agreement', 'licence', 'ability'])
      expect(faultsOf(sheet, { ...values, [key]: '' }), key).toHaveLength(1);
    expect(faultsOf(sheet, { ...values, licenceUntil: '明年' })).toEqual(['资质有效期应为日期，例如2028-05-31']);
    expect(faultsOf(sheet, { ...values, licenceUntil: '2026-03-01' }, {}, '2026-03-02')).toEqual([
      '承担机构的资质有效期至2026-03-01，已过期，不能分包；请核对资质证书',
    ]);
    expect(faultsOf(sheet, { ...values, licenceUntil: '2026-03-02' }, {}, '2026-03-02')).toEqual([]);
    expect(sheet.parts[0]?.items.find(({ key }) => key === 'what')?.options).toEqual(['现场测量', '样品检测']);
  });

  it('the GBZ 331 appendix sheets N.4 and N.7 require for each remark whether it was adopted, and a reason if it was not', () => {
    for (const key of ['planRemarks', 'reportRemarks']) {
      const sheet = form(key);
      expect(faultsOf(sheet, { remark1: '补充依据' })).toEqual(['意见1没有选择采纳情况']);
      expect(faultsOf(sheet, { remark1: '补充依据', adoption1: '不采纳' })).toEqual(['意见1“不采纳”，请填写理由']);
      expect(faultsOf(sheet, { remark1: '补充依据', adoption1: '采纳' })).toEqual(['意见1“采纳”，请填写修改章节']);
      expect(faultsOf(sheet, { remark1: '补充依据', adoption1: '不采纳', change1: '标准未要求' })).toEqual([]);
    }
  });

  it('the appendix sheets have the standard’s points: four in N.2, eight in N.5 and four before printing, seven in N.10', () => {
    const points = (key: string, part = 0) => form(key).parts[part]?.items.length;
    expect([points('planReviewSheet'), points('reportReviewSheet'), points('reportReviewSheet', 1)]).toEqual([4, 8, 4]);
    expect(points('supervisionSheet')).toBe(7);
  });

  it('the GBZ 331 appendix sheets N.8 and N.9 accept whole copies only, and require a courier number for delivery by courier', () => {
    expect(faultsOf(form('issueSheet'), { ...filled(form('issueSheet')), copies: '两份' })).toEqual([
      '份数应为1至999的整数',
    ]);
    const [sheet, values] = [form('handOutSheet'), filled(form('handOutSheet'))];
    expect(faultsOf(sheet, { ...values, way: '快递' })).toEqual(['快递发放请填写快递单号']);
    expect(faultsOf(sheet, { ...values, way: '快递', courier: 'SF1' })).toEqual([]);
  });

  it('the GBZ 331 appendix sheet for an objection requires the number of the corrected report if the objection is upheld', () => {
    const [sheet, values] = [form('objection'), filled(form('objection'))];
    expect(faultsOf(sheet, { ...values, finding: '部分成立' })).toEqual(['异议成立或部分成立，请填写更正报告编号']);
    expect(faultsOf(sheet, { ...values, finding: '不成立' })).toEqual([]);
  });

  it('the appendix sheets have the standard’s points: seven in N.3, six in N.6, seven for the plan of an effect evaluation', () => {
    const count = (key: string) => form(key).parts[0]?.items.length;
    expect(['evaluationPlanReview', 'evaluationReportReview', 'effectPlanReview'].map(count)).toEqual([7, 6, 7]);
    expect(form('evaluationTeam').parts[0]?.items.map(({ required }) => required)).toEqual([true, true, true]);
  });

  it('the archive sheets list every line of the standard’s table, and require a reason for a missing contract, plan or report', () => {
    const count = (key: string) => form(key).parts[0]?.items.length;
    expect(['regularArchive', 'evaluationArchive', 'effectArchive'].map(count)).toEqual([19, 25, 15]);
    const [sheet, values] = [form('regularArchive'), filled(form('regularArchive'))];
    expect(faultsOf(sheet, { ...values, line1: '无此项' })).toEqual(['没有合同，请填写缺少的原因']);
    expect(faultsOf(sheet, { ...values, line14: '无此项' })).toEqual([]);
  });

  it('the archive sheets require copies and pages of each line that the archive holds, and print their sums', () => {
    const [sheet, values] = [form('regularArchive'), filled(form('regularArchive'))];
    expect(faultsOf(sheet, { ...values, line3Pages: '' })).toEqual([
      '请填写现场调查记录的份数和页数，没有的选“无此项”',
    ]);
    expect(faultsOf(sheet, { ...values, line3Pages: '很多' })).toEqual(['“3. 现场调查记录页数”应为整数']);
    expect(faultsOf(sheet, { ...values, line14: '无此项', line14Pages: '', line14Copies: '' })).toEqual([]);
    const said = printed(sheet, values);
    expect(said).toContain('["现场调查","3. 现场调查记录","原件","4","4"]');
    expect(said).toContain('["","合计","","76","76"]');
    // The edition before had no category.
    const earlier = printed(sheet, { ...values, edition: '2' });
    expect(earlier).toContain('["3. 现场调查记录","原件","4","4"]');
    expect(faultsOf(sheet, { ...values, edition: '2', line3Pages: '' })).toHaveLength(1);
  });

  it('the GBZ 331 appendix sheet N.10 has remark, correction and reply in each line, and requires them where they are due', () => {
    const [sheet, values] = [form('supervisionSheet'), filled(form('supervisionSheet'))];
    expect(faultsOf(sheet, { ...values, plan: '不符合' })).toEqual(['“方案与意见采纳”为不符合，请填写说明']);
    const corrected = { ...values, plan: '不符合', planNote: '缺少布点图', planCorrection: '补充布点图' };
    expect(faultsOf(sheet, corrected)).toEqual(['“方案与意见采纳”有纠正要求，请填写项目组回复']);
    expect(faultsOf(sheet, { ...corrected, planReply: '已补充' })).toEqual([]);
    expect(printed(sheet, { ...corrected, planReply: '已补充' })).toContain(
      '["方案与意见采纳","不符合","缺少布点图","补充布点图","已补充"]',
    );
  });

  it('the register of archive loans is signed only when every lent archive is back, in order of its days', () => {
    const loan = {
      borrower: '张三',
      unit: '检测部',
      purpose: '客户异议核对',
      content: '原始记录第3～12页',
      way: '借出',
      lentOn: '2026-03-02',
      dueOn: '2026-03-09',
      lender: '李四',
    };
    const faults = (row: Readonly<Record<string, string>>) =>
      faultsOf(form('archiveLoans'), {}, withTableRows({}, { key: 'loans' }, withRowNumbers([{ ...loan, ...row }])));
    expect(faults({})).toEqual(['第1行的档案尚未归还，请在归还后填写归还日期和归还情况']);
    expect(faults({ returnedOn: '2026-03-08', condition: '完好' })).toEqual([]);
    expect(faults({ returnedOn: '2026-03-01', condition: '完好' })).toEqual(['第1行的归还日期早于借出日期']);
    expect(faults({ returnedOn: '2026-03-08', condition: '缺页' })).toEqual(['第1行归还时不完好，请在说明中写处理']);
    expect(faults({ dueOn: '2026-03-01', returnedOn: '2026-03-08', condition: '完好' })).toEqual([
      '第1行的应还日期早于借出日期',
    ]);
  });

  it('the GBZ 331 appendix sheets N.4 and N.7 print one line for each remark, and the review sheets print the kind of service', () => {
    const remarks = { ...filled(form('reportRemarks')), remark1: '结论不全', adoption1: '采纳', change1: '第5章' };
    expect(printed(form('reportRemarks'), remarks)).toContain('["意见1","结论不全","采纳","第5章"]');
    expect(faultsOf(form('reportRemarks'), { ...remarks, adoption1: '也许' })).toContain(
      '“意见1采纳情况”应为采纳、部分采纳、不采纳',
    );
    for (const key of ['planReviewSheet', 'reportReviewSheet', 'evaluationPlanReview', 'evaluationReportReview']) {
      expect(printed(form(key), filled(form(key))), key).toContain('"label":"服务类别","value":"定期检测"');
      expect(printed(form(key), {}), key).not.toContain('服务类别');
    }
    // A sheet of an earlier edition has the decision as an item of its own.
    expect(printed(form('reportRemarks'), { remark1: '结论不全', adoption1: '采纳' })).toContain('["采纳情况","采纳"]');
  });

  it('a sheet of an earlier edition keeps its items, its checks and its print', () => {
    const { edition: _edition, ...values } = filled(form('regularArchive'));
    const own = { ...values, pages: '86', copies: '1' };
    expect(faultsOf(form('regularArchive'), own)).toEqual([]);
    expect(faultsOf(form('regularArchive'), { ...own, pages: '' })).toEqual(['请填写总页数']);
    expect(faultsOf(form('regularArchive'), { ...own, pages: '很多' })).toEqual(['“总页数”应为整数']);
    const said = printed(form('regularArchive'), own);
    for (const part of ['["总页数","86"]', '["1. 合同","原件"]']) expect(said).toContain(part);
    expect(said).not.toContain('合计');
    const old = { contract: '不符合' };
    expect(faultsOf(form('supervisionSheet'), old)).toContain('“合同评审”为不符合，请在意见中说明');
    expect(printed(form('supervisionSheet'), { note: '见附页' })).toContain('["说明","见附页"]');
  });

  it('the GBZ 331 appendix sheets for survey and field check require the escort, and a remark for each point that is 不符合', () => {
    const [survey, field] = [form('surveyConfirmation'), form('fieldCheck')];
    expect(faultsOf(survey, { ...filled(survey), escort: '' })).toEqual(['请填写陪同人']);
    expect(faultsOf(survey, { ...filled(survey), normal: '不符合' })).toEqual([
      '“生产状况正常”为不符合，请在意见中说明',
    ]);
    expect(faultsOf(field, { ...filled(field), airtight: '不符合' })).toHaveLength(1);
    expect(faultsOf(field, { ...filled(field), airtight: '不符合', note: '换用CY-002' })).toEqual([]);
  });

  it('the GBZ 331 appendix sheet F.3 (bulk sample) requires item, state, colour and amount, and the clarity of a liquid', () => {
    const [sheet, values] = [form('bulkSample'), filled(form('bulkSample'))];
    expect(faultsOf(sheet, { ...values, state: '液体' })).toEqual(['液体样品请填写澄清度']);
    for (const key of ['colour', 'amount', 'state', 'item'])
      expect(faultsOf(sheet, { ...values, [key]: '' }), key).toHaveLength(1);
  });

  it('the GBZ 331 appendix sheet for a stock solution has thirteen required facts; the solution cannot be valid longer than its standard', () => {
    const [sheet, values] = [form('stockSolution'), filled(form('stockSolution'))];
    const required = sheet.parts.flatMap(({ items }) => items).filter((item) => item.required);
    // Maker and reviewer sign.
    expect(required.length + sheet.signers.length).toBe(13);
    expect(faultsOf(sheet, values)).toEqual([]);
    expect(faultsOf(sheet, { ...values, standardUntil: '2026-03-01', solutionUntil: '2026-03-01' })).toEqual([
      '标准物质在配制时已过期',
    ]);
    expect(faultsOf(sheet, { ...values, solutionUntil: '2026-03-03' })).toEqual(['储备液有效期不能晚于标准物质有效期']);
  });

  it('the GBZ 331 appendix sheet for report writing requires a remark if risk class, causes, order of advice or marked items are 不符合', () => {
    const [sheet, values] = [form('reportWriting'), filled(form('reportWriting'))];
    for (const key of ['writer', 'risk', 'order', 'marked'])
      expect(faultsOf(sheet, { ...values, [key]: '不符合' }), key).toHaveLength(1);
    expect(faultsOf(sheet, { ...values, writer: '' })).toEqual(['请填写编写人参加了调查或采样']);
  });

  it('the GBZ 331 appendix sheet for a test on site requires numbers for the air, and the measure taken if the air does not suit', () => {
    const [sheet, values] = [form('portableTest'), filled(form('portableTest'))];
    expect(faultsOf(sheet, { ...values, suited: '不适合' })).toEqual(['环境不适合检测，请在说明中写采取的措施']);
    expect(faultsOf(sheet, { ...values, humidity: '很湿' })).toEqual(['温度和相对湿度应为数字']);
    expect(form('ventilationCheck').parts[0]?.items).toHaveLength(4);
  });

  it('the GBZ 331 appendix sheet of documents for an evaluation requires a reason for each document that was not provided', () => {
    const [sheet, values] = [form('evaluationDocuments'), filled(form('evaluationDocuments'))];
    expect(faultsOf(sheet, { ...values, health: '用人单位未提供' })).toEqual([
      '近3年职业健康监护资料未提供，请在说明中写原因',
    ]);
    expect(faultsOf(sheet, { ...values, health: '用人单位未提供', note: '未组织体检' })).toEqual([]);
  });

  it('the fit test M.3 passes from the required factor up, needs another model after two failures, and is repeated within a year', () => {
    const sheet = form('fitTest');
    const values = { ...filled(sheet), required: '100', factor: '100', ...sevenFactors };
    expect(faultsOf(sheet, values)).toEqual([]);
    expect(faultsOf(sheet, { ...values, factor: '99.99' })).toEqual(['适合因数99.99低于要求值100，结论应为“不通过”']);
    expect(faultsOf(sheet, { ...values, factor: '99.99', verdict: '不通过' })).toEqual([]);
    const third = { ...values, attempt: '第三次及以后' };
    expect(faultsOf(sheet, { ...third, failedModel: '内容' })).toHaveLength(1);
    expect(faultsOf(sheet, { ...third, failedModel: '其他型号' })).toEqual([]);
    expect(faultsOf(sheet, { ...values, next: '2027-03-03' })).toEqual(['下次检验应在2027-03-02之前']);
  });

  it('the fit test M.3 records seven exercises: factors of a quantitative test, verdicts of a qualitative one', () => {
    const sheet = form('fitTest');
    const values = { ...filled(sheet), required: '100', factor: '100', ...sevenFactors };
    expect(sheet.parts[1]?.items).toHaveLength(7);
    expect(faultsOf(sheet, { ...values, exercise3: '' })).toEqual(['请填写3. 左右转头']);
    expect(faultsOf(sheet, { ...values, exercise3: '通过' })).toEqual(['“3. 左右转头”应填写适合因数的数字']);
    const verdicts = Object.fromEntries(Object.keys(sevenFactors).map((key) => [key, '通过']));
    const qualitative = { ...values, method: '定性', factor: '', ...verdicts };
    expect(faultsOf(sheet, qualitative)).toEqual([]);
    expect(faultsOf(sheet, { ...qualitative, exercise6: '不通过' })).toEqual(['“6. 弯腰”不通过，结论应为“不通过”']);
    expect(printed(sheet, values)).toContain('["7. 再次正常呼吸","107"]');
    // A sheet from before the exercises keeps its items and its checks.
    const { edition: _edition, ...old } = values as FormValues;
    expect(printed(sheet, old)).not.toContain('正常呼吸');
    expect(faultsOf(sheet, { ...old, exercise1: '', method: '', device: '' })).toEqual([]);
    expect(faultsOf(sheet, { ...old, factor: '' })).toEqual(['请填写测得的适合因数']);
  });

  it('a signed GBZ 331 appendix sheet leaves out a note that nobody wrote; an unsigned one keeps it', () => {
    const sheet = form('fieldCheck');
    const said = (values: FormValues, steps: readonly { move: string; personName: string; at: string }[]) =>
      formDocument({
        agency: '甲检测中心',
        form: sheet,
        row: { formNo: 'GFB2026-0001', projectName: 'P-1', values } as never,
        unitName: '某厂',
        projectName: '某厂定期检测',
        service: '定期检测',
        steps,
      }).blocks.flatMap((block) => (block.kind === 'lines' ? block.lines : []));
    const handedIn = [{ move: 'handIn', personName: '甲', at: '2026-03-01 09:00:00' }];
    const values = filled(sheet);
    expect(said({ ...values, note: '' }, handedIn)).toEqual(['采样日', '核查']);
    expect(said({ ...values, note: '' }, [])).toEqual(['采样日', '核查', '说明']);
    expect(said({ ...values, note: '无' }, handedIn)).toEqual(['采样日', '核查', '说明']);
  });

  it('a printed GBZ 331 appendix sheet shows every item, the product’s own answers, and who signed since the last return', () => {
    const sheet = form('planReviewSheet');
    const document = formDocument({
      agency: '甲检测中心',
      form: sheet,
      row: {
        formNo: 'GFB2026-0001',
        projectName: 'P-1',
        values: filled(sheet),
        answers: { 工期: '给定20个工作日' },
      } as never,
      unitName: '某厂',
      projectName: '某厂定期检测',
      service: '定期检测',
      steps: [
        { move: 'handIn', personName: '甲', at: '2026-03-01 09:00:00' },
        { move: 'return', personName: '乙', at: '2026-03-02 09:00:00' },
        { move: 'handIn', personName: '丙', at: '2026-03-03 09:00:00' },
        { move: 'confirm', personName: '丁', at: '2026-03-04 09:00:00' },
      ],
    });
    const said = JSON.stringify(document);
    for (const { label } of sheet.parts.flatMap(({ items }) => items)) expect(said).toContain(label);
    for (const { title } of sheet.parts) expect(said).toContain(`"lines":["${title}"]`);
    expect(said).toContain('给定20个工作日');
    expect(document.corner).toContain('N.2');
    expect(document.signers).toEqual([
      { label: '项目负责人', name: '丙', on: '2026-03-03' },
      { label: '检测技术负责人', name: '丁', on: '2026-03-04' },
    ]);
  });
});
