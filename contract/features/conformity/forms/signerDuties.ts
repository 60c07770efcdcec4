import type { fixedDictionaries } from '@contract/dictionaries';

/** Signer of a review who does not belong to the people of the project (GBZ 331-2024 8.2.6.1). */
export const outsideReviewer = '项目组外审核人';

type Duty = (typeof fixedDictionaries.authorisedDuty)[number]['value'];

/**
 * Duty that a signer of a sheet needs, by the signer's label (GBZ 331-2024 4.1.1, 8.2.1, H.3). Other signers are named by
 * their part in the project.
 */
export const signerDuties: Readonly<Record<string, Duty>> = {
  法定代表人: 'legalPerson',
  技术负责人: 'technicalHead',
  检测技术负责人: 'technicalHead',
  评价技术负责人: 'evaluationHead',
  质量负责人: 'qualityHead',
  质量监督员: 'supervisor',
};
