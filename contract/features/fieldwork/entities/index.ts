import { blankRelation } from './blankRelation';
import { companion } from './companion';
import { handOver } from './handOver';
import { handOverLine } from './handOverLine';
import { sample } from './sample';
import { samplePlan } from './samplePlan';
import { sampleSiteHazard } from './sampleSiteHazard';
import { samplingDay } from './samplingDay';
import { siteHazard } from './siteHazard';
import { siteMedia } from './siteMedia';
import { siteSurvey } from './siteSurvey';
import { siteWeather } from './siteWeather';
import { surveyFile } from './surveyFile';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const fieldworkEntities = [
  siteSurvey,
  siteHazard,
  surveyFile,
  samplePlan,
  sampleSiteHazard,
  samplingDay,
  siteWeather,
  handOver,
  sample,
  handOverLine,
  blankRelation,
  companion,
  siteMedia,
] as const;
