// 现场影像: in which stages pictures are taken, and of which activity they are evidence (GBZ 331-2024 5.2.3, 5.2.6).

/** Stages of a project in which pictures of the site may be stored. */
export const mediaStages = ['survey', 'planning', 'planReview', 'sampling'] as const;

/** Activities that are photographed on site. */
export const siteActivities = ['survey', 'sampling'] as const;

/** Returns the activity of a picture taken in this stage: the survey until sampling has begun. */
export const activityAt = (stage: string): (typeof siteActivities)[number] =>
  stage === 'sampling' ? 'sampling' : 'survey';
