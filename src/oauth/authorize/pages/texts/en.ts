/** The texts of the pages in English. The type of these texts holds for all languages. */
export const en = {
  lang: 'en',
  brand: 'Place Directory',
  emailLabel: 'E-mail',
  passwordLabel: 'Password',
  signInTitle: 'Sign in',
  signInReason: (client: string) => `${client} asks you to sign in.`,
  signIn: 'Sign in',
  cancel: 'Cancel',
  missing: 'Type both your e-mail and your password.',
  wrong: 'The e-mail or the password is not right. Check both and try again.',
  ended: 'You were signed out in the meantime. Sign in again to continue.',
  tooMany: (minutes: number) =>
    `There were too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  consentTitle: (client: string) => `${client} asks for access`,
  signedInAs: 'You are signed in as',
  willBeAble: 'If you allow access, the app can:',
  scopes: {
    read: [
      'see who you are: your name, your pictures and your profile',
      'look up places, people, check-ins and reviews in your name',
    ],
    trust: ['find out whether somebody with a given e-mail address is registered here'],
  } as Readonly<Record<string, readonly string[]>>,
  passwordStays: 'The app does not see your password.',
  backTo: (place: string) => `You will then be taken to ${place}.`,
  thisDevice: 'the app on this device',
  allow: 'Allow',
  deny: 'Do not allow',
  switchAccount: 'Use another account',
  staleTitle: 'This form is out of date',
  staleReason:
    'It was open for too long, it was sent from another site, or your browser does not accept cookies from this site.',
  tryAgain: 'Try again',
  invalidTitle: 'This link does not work',
  invalidReason:
    'The app that sent you here made an invalid request. Go back to the app, or report this to its developer.',
  failedTitle: 'That did not work',
  failedReason: 'Something went wrong on our side. Try again in a moment.',
  rejectedReason: 'Your browser sent a request that is not possible here.',
  forDevelopers: 'For developers:',
};
