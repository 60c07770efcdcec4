import type { fixedDictionaries } from '@contract/dictionaries';

type AuthorisedDuty = (typeof fixedDictionaries.authorisedDuty)[number]['value'];

/** A person who signs a form: the printed label, and who may sign as that. */
export interface FormSigner {
  readonly label: string;
  /** Duty that the person needs on the day of the signature (GBZ 331-2024 4.1.1, 8.2.1, H.3). */
  readonly duty?: AuthorisedDuty;
  /**
   * Part of the person in the project. `leader`: the project's leader. `author`: somebody who surveyed or sampled
   * (5.2.8.1 a, 6.2.9.1 b). `outside`: neither the leader nor a member of the team (8.2.6.1).
   */
  readonly part?: 'leader' | 'author' | 'outside';
}

/** Returns a signer who needs nothing besides the permission to sign. */
export const unrestrictedSigner = (label: string): FormSigner => ({ label });

export const leader: FormSigner = { label: '项目负责人', part: 'leader' };
export const author: FormSigner = { label: '编写人', part: 'author' };
export const outsideReviewer: FormSigner = { label: '项目组外审核人', part: 'outside' };
export const legalPerson: FormSigner = { label: '法定代表人', duty: 'legalPerson' };
export const technicalHead: FormSigner = { label: '技术负责人', duty: 'technicalHead' };
export const testingHead: FormSigner = { label: '检测技术负责人', duty: 'technicalHead' };
export const evaluationHead: FormSigner = { label: '评价技术负责人', duty: 'evaluationHead' };
export const qualityHead: FormSigner = { label: '质量负责人', duty: 'qualityHead' };
export const supervisor: FormSigner = { label: '质量监督员', duty: 'supervisor' };
