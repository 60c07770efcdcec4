import type { Policy } from '@server/crud/policy';
import { handOverLinePolicy, handOverPolicy } from './handOver/policy';
import { planRowPolicy, samplePlanPolicy } from './plan/policy';
import { blindSamplePolicy } from './samples/blindSamplePolicy';
import { samplingDayPolicy } from './samples/dayPolicy';
import { companionPolicy, samplePolicy, siteMediaPolicy, siteWeatherPolicy } from './samples/sitePolicies';
import { siteHazardPolicy, siteSurveyPolicy, surveyFilePolicy } from './survey/policy';

/** Policies of the subject by entity name. An entity that is absent here has no rules of its own. */
export const fieldworkPolicies: Readonly<Record<string, Policy>> = {
  siteSurvey: siteSurveyPolicy,
  siteHazard: siteHazardPolicy,
  surveyFile: surveyFilePolicy,
  samplePlan: samplePlanPolicy,
  sampleSiteHazard: planRowPolicy,
  samplingDay: samplingDayPolicy,
  siteWeather: siteWeatherPolicy,
  handOver: handOverPolicy,
  sample: samplePolicy,
  handOverLine: handOverLinePolicy,
  blankRelation: {
    ignoresDataScope: true,
    partOf: 'projectId',
    disabledOperations: ['add', 'edit', 'copy', 'status', 'restore', 'del'],
  },
  companion: companionPolicy,
  siteMedia: siteMediaPolicy,
  blindSample: blindSamplePolicy,
};
