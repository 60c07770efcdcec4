import { describe, expect, it } from 'vitest';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import {
  evidenceTexts,
  allowsApproval,
  openQuestions,
  proposedAnswers,
  reviewEvidence,
} from '@contract/features/projects/reviewEvidence';

const signed = { contractNo: 'HT-2026-031', contractOn: '2026-11-20', dueOn: '2026-12-20' };

describe('evidence of a contract review', () => {
  it('the contract review answers only two questions without a person: no subcontractor, and a signed contract', () => {
    expect(proposedAnswers(reviewEvidence({}, null, null), {}, {})).toEqual({ subcontract: 'na' });
    expect(proposedAnswers(reviewEvidence(signed, '', null), {}, {})).toEqual({ subcontract: 'na', price: 'yes' });
    expect(proposedAnswers(reviewEvidence({ contractNo: 'HT-1' }, '某检测公司，苯系物', null), {}, {})).toEqual({});
  });

  it('the contract review leaves the questions about method, ability, schedule and secrecy to the reviewer', () => {
    const answers = proposedAnswers(reviewEvidence({ ...signed, workScope: '涂装车间苯系物' }, '', null), {}, {});
    expect(reviewQuestions.filter((name) => !answers[name])).toEqual([
      'requirement',
      'method',
      'ability',
      'schedule',
      'secrecy',
    ]);
    expect(openQuestions(answers)).toBe(5);
  });

  it('the contract review shows the known facts beside each question', () => {
    const { requirement, schedule, price, subcontract } = reviewEvidence(
      { ...signed, plannedOn: '2026-11-30', workScope: '涂装车间苯系物' },
      '某检测公司，苯系物',
      null,
    );
    expect([requirement?.text, schedule?.text, price?.text, subcontract?.text]).toEqual([
      '检测范围：涂装车间苯系物',
      '计划2026-11-30至2026-12-20',
      '合同HT-2026-031已于2026-11-20签订',
      '分包：某检测公司，苯系物，请核对客户的书面同意',
    ]);
    expect(reviewEvidence({}, '', null).schedule).toEqual({ text: evidenceTexts.noDue });
  });

  it('the contract review answers 分包 with 不适用 only if the accredited scope covers every hazard of the contract', () => {
    const by = (scope: Parameters<typeof reviewEvidence>[2], whom = '') => reviewEvidence({}, whom, scope).subcontract;
    expect(by({ accreditedHazards: ['噪声', '高温'], otherHazards: [] })).toEqual({
      text: evidenceTexts.allInside(2),
      answer: 'na',
    });
    expect(by({ accreditedHazards: ['噪声'], otherHazards: ['氢氧化钠'] })).toEqual({
      text: evidenceTexts.outside(['氢氧化钠']),
    });
    expect(by({ accreditedHazards: [], otherHazards: [] })).toEqual({ text: evidenceTexts.scopeUnknown });
    expect(by(undefined)).toEqual({ text: evidenceTexts.noSubcontractor });
    expect(by({ accreditedHazards: [], otherHazards: ['氢氧化钠'] }, '某检测公司')).toEqual({
      text: evidenceTexts.subcontractor('某检测公司'),
    });
  });

  it('the contract review withdraws its own answer if the fact no longer holds, but never a person’s answer', () => {
    const proposed = { subcontract: 'na' };
    const named = reviewEvidence({}, '某检测公司', null);
    expect(proposedAnswers(named, { subcontract: 'na' }, proposed)).toEqual({ subcontract: undefined });
    expect(proposedAnswers(named, { subcontract: 'yes' }, proposed)).toEqual({});
    expect(proposedAnswers(reviewEvidence({}, '', null), { subcontract: 'no' }, {})).toEqual({});
  });

  it('a contract passes its review if every answer is 是 or 不适用', () => {
    const all = Object.fromEntries(reviewQuestions.map((name) => [name, 'yes']));
    expect([allowsApproval(all), allowsApproval({ ...all, price: 'na' })]).toEqual([true, true]);
    expect([allowsApproval({ ...all, price: 'no' }), allowsApproval({ ...all, price: undefined })]).toEqual([
      false,
      false,
    ]);
  });
});
