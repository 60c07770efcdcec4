import { unrestrictedSigner } from './formSigners';
import { type FormItem, type FormValues, isCurrentEdition, textItem, type ServiceForm } from './serviceForm';

// Fit test of respirators (GBZ 331-2024 7.2.5.2, M.2.3, M.3): seven exercises, each with its fit factor or its verdict.

/** Edition with the way of the test and its exercises. */
const formEdition = '2';

/**
 * The seven exercises of M.3. Their names are not in the copy of GBZ 331-2024 at hand: they are those of a public
 * protocol without the grimace (29 CFR 1910.134, appendix A, I.A.14).
 */
const exerciseItems: readonly FormItem[] = [
  '正常呼吸',
  '深呼吸',
  '左右转头',
  '上下点头',
  '说话',
  '弯腰',
  '再次正常呼吸',
].map((label, index) => ({
  key: `exercise${index + 1}`,
  label: `${index + 1}. ${label}`,
  required: true,
  added: true,
  hint: '定量填适合因数，定性填通过或不通过；动作名称待与标准原文核对',
}));

const factorPattern = /^\d{1,6}(\.\d{1,2})?$/;

/** Lists exercises whose result does not suit the way of the test, or that contradict the verdict. */
function exerciseFaults(values: FormValues): string[] {
  const { method, verdict } = values;
  const results = exerciseItems.map(({ key, label }) => ({ label, result: values[key]?.trim() ?? '' }));
  const filledResults = results.filter(({ result }) => result);
  const isFitting = (result: string) =>
    method === '定量' ? factorPattern.test(result) : ['通过', '不通过'].includes(result);
  const unfitting = filledResults.filter(({ result }) => !isFitting(result)).map(({ label }) => label);
  const failedExercises = results.filter(({ result }) => result === '不通过').map(({ label }) => label);
  return [
    ...(unfitting.length
      ? [`“${unfitting.join('”“')}”应填写${method === '定量' ? '适合因数的数字' : '通过或不通过'}`]
      : []),
    ...(failedExercises.length && verdict === '通过'
      ? [`“${failedExercises.join('”“')}”不通过，结论应为“不通过”`]
      : []),
    ...(method === '定性' && !failedExercises.length && verdict === '不通过' ? ['各动作均通过，结论应为“通过”'] : []),
  ];
}

/** Lists the reasons why a measured fit factor does not give the verdict (M.2.3 e). */
function factorFaults({ required, factor, verdict }: FormValues): string[] {
  if (!factor?.trim()) return ['请填写测得的适合因数'];
  const [requiredFactor, measuredFactor] = [Number(required), Number(factor)];
  if ([required, factor].some((value) => value && !factorPattern.test(value))) return ['适合因数应为数字'];
  const meetsRequirement = measuredFactor >= requiredFactor;
  return verdict && (verdict === '通过') !== meetsRequirement
    ? [
        `适合因数${factor}${meetsRequirement ? '不低于' : '低于'}要求值${required ?? ''}，结论应为“${meetsRequirement ? '通过' : '不通过'}”`,
      ]
    : [];
}

/** Requires another model after two failures (M.2.3 f). */
const modelFaults = ({ attempt, model, failedModel }: FormValues): string[] =>
  attempt === '第三次及以后' && (!failedModel?.trim() || failedModel.trim() === model?.trim())
    ? ['两次不通过应更换型号，请填写前两次的型号，并换用其他型号']
    : [];

/** Checks that a fit test is repeated within a year (M.2.3 g). */
function yearFaults({ on = '', next = '' }: FormValues): string[] {
  const day = /^\d{4}-\d{2}-\d{2}$/;
  if ([on, next].some((value) => value && !day.test(value))) return ['检验日期应为日期，例如2026-03-02'];
  const latest = on && `${Number(on.slice(0, 4)) + 1}${on.slice(4)}`;
  return on && next && (next > latest || next <= on) ? [`下次检验应在${latest}之前`] : [];
}

function fitFaults(values: FormValues): string[] {
  const isCurrent = isCurrentEdition({ edition: formEdition }, values);
  return [
    ...(isCurrent ? exerciseFaults(values) : []),
    ...(isCurrent && values['method'] === '定性' ? [] : factorFaults(values)),
    ...modelFaults(values),
    ...yearFaults(values),
  ];
}

/** 呼吸防护用品适合性检验记录 */
export const respiratorTestForm: ServiceForm = {
  key: 'fitTest',
  no: 'M.3',
  clause: '7.2.5.2、M.2.3',
  title: '呼吸防护用品适合性检验记录',
  edition: formEdition,
  parts: [
    {
      title: '检验',
      items: [
        textItem('person', '受检者', { required: true }),
        textItem('model', '呼吸防护用品型号', { required: true }),
        { key: 'method', label: '检验方法', options: ['定量', '定性'], required: true, added: true },
        { key: 'device', label: '检验仪器或试剂及编号', required: true, added: true },
        textItem('attempt', '第几次', { options: ['第一次', '第二次', '第三次及以后'], required: true }),
        textItem('failedModel', '前两次不通过的型号', { hint: '第三次起填写' }),
        textItem('required', '要求的适合因数', { required: true }),
        textItem('factor', '测得的适合因数', { hint: '定量检验填写' }),
        textItem('verdict', '结论', { options: ['通过', '不通过'], required: true }),
        textItem('on', '检验日期', { required: true, hint: '例如2026-03-02' }),
        textItem('next', '下次检验日期', { required: true, hint: '一年之内' }),
      ],
    },
    { title: '检验动作', headings: ['动作', '适合因数或结果'], items: exerciseItems },
  ],
  signers: [unrestrictedSigner('检验人'), unrestrictedSigner('复核人')],
  check: fitFaults,
};
