import { type Request } from 'express';
import { chosenLanguage, isLanguage, type Language, languageOf } from '../../http/page-texts.js';

/** The texts of the pages in one language. */
export type Texts = typeof en;

/** The texts of the pages in English. The type of these texts holds for all languages. */
const en = {
  lang: 'en',
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
  backTo: (destination: string) => `You will then be taken to ${destination}.`,
  thisDevice: 'the app on this device',
  allow: 'Allow',
  deny: 'Do not allow',
  switchAccount: 'Use another account',
  endLater: 'You can take back what you allow:',
  accountLink: 'Your account',
  map: 'Back to the map',
  accountTitle: 'Your account',
  accountReason: 'Sign in to see which apps have access to your account, and where you are signed in.',
  appsTitle: 'Apps with access',
  noApps: 'No app has access to your account.',
  since: 'Since',
  lastUsed: 'last used',
  removeAccess: 'Remove access',
  sessionsTitle: 'Where you are signed in',
  sessionsReason: 'Ending a session signs you out in that browser, and in the apps to which you gave access there.',
  thisBrowser: 'this browser',
  unknownBrowser: 'Unknown browser',
  endSession: 'End',
  signOut: 'Sign out',
  signOutTitle: 'Do you want to sign out?',
  signOutReason: 'This signs you out in this browser, and in the apps to which you gave access here.',
  signedOutTitle: 'You are signed out',
  signedOutReason: 'To sign in again, you need your password.',
  forwardTitle: 'Almost there',
  forward: 'Continue',
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
  startPage: 'Start page of Place Directory',
  forDevelopers: 'For developers:',
};

/** The texts of the pages in Brazilian Portuguese. */
const pt: Texts = {
  lang: 'pt-BR',
  emailLabel: 'E-mail',
  passwordLabel: 'Senha',
  signInTitle: 'Entrar',
  signInReason: (client) => `${client} pede que você entre na sua conta.`,
  signIn: 'Entrar',
  cancel: 'Cancelar',
  missing: 'Digite o e-mail e a senha.',
  wrong: 'O e-mail ou a senha não está correto. Confira os dois e tente de novo.',
  ended: 'Sua sessão terminou. Entre de novo para continuar.',
  tooMany: (minutes) =>
    `Houve tentativas demais. Espere ${minutes === 1 ? 'um minuto' : `${minutes} minutos`} e tente de novo.`,
  consentTitle: (client) => `${client} pede acesso`,
  signedInAs: 'Você entrou como',
  willBeAble: 'Se você permitir, o aplicativo poderá:',
  scopes: {
    read: [
      'ver quem você é: seu nome, suas fotos e seu perfil',
      'consultar lugares, pessoas, check-ins e avaliações em seu nome',
    ],
    trust: ['saber se existe aqui um cadastro com um determinado e-mail'],
  },
  passwordStays: 'O aplicativo não vê a sua senha.',
  backTo: (destination) => `Depois você vai para ${destination}.`,
  thisDevice: 'o aplicativo neste aparelho',
  allow: 'Permitir',
  deny: 'Não permitir',
  switchAccount: 'Usar outra conta',
  endLater: 'Você pode retirar o que permitir:',
  accountLink: 'Sua conta',
  map: 'Voltar ao mapa',
  accountTitle: 'Sua conta',
  accountReason: 'Entre para ver quais aplicativos têm acesso à sua conta e onde você entrou.',
  appsTitle: 'Aplicativos com acesso',
  noApps: 'Nenhum aplicativo tem acesso à sua conta.',
  since: 'Desde',
  lastUsed: 'último uso',
  removeAccess: 'Retirar o acesso',
  sessionsTitle: 'Onde você entrou',
  sessionsReason: 'Encerrar uma sessão faz você sair naquele navegador e nos aplicativos aos quais deu acesso por ele.',
  thisBrowser: 'este navegador',
  unknownBrowser: 'Navegador desconhecido',
  endSession: 'Encerrar',
  signOut: 'Sair',
  signOutTitle: 'Quer sair?',
  signOutReason: 'Isso faz você sair neste navegador e nos aplicativos aos quais deu acesso por ele.',
  signedOutTitle: 'Você saiu',
  signedOutReason: 'Para entrar de novo, você precisa da sua senha.',
  forwardTitle: 'Quase lá',
  forward: 'Continuar',
  staleTitle: 'Este formulário não vale mais',
  staleReason: 'Ele ficou aberto por muito tempo, veio de outro lugar, ou seu navegador não aceita cookies deste site.',
  tryAgain: 'Tentar de novo',
  invalidTitle: 'Este link não funciona',
  invalidReason:
    'O aplicativo que trouxe você até aqui fez uma requisição inválida. Volte para o aplicativo ou avise quem o desenvolve.',
  failedTitle: 'Não deu certo',
  failedReason: 'Algo falhou do nosso lado. Tente de novo daqui a pouco.',
  rejectedReason: 'Seu navegador fez uma requisição que não é possível aqui.',
  startPage: 'Página inicial do Place Directory',
  forDevelopers: 'Para desenvolvedores:',
};

const languages: Readonly<Record<Language, Texts>> = { en, pt };

/** The texts in the language that was chosen, else in the one that `Accept-Language` prefers; English if it names no supported language. */
export function textsFor(request: Request): Texts {
  return languages[languageChosenBefore(request) ?? languageOf(request.get('accept-language'))];
}

/** `lang` of the account pages and `ui_locales` of `authorize`: `/explore` leads there in the language that was chosen. */
export function languageChosenBefore({ context: { path, query } }: Request): Language | undefined {
  return path.endsWith('/authorize') ? languageOfLocales(query.pairs) : chosenLanguage(query.pairs);
}

/** The first supported language of `ui_locales` (OpenID Connect Core 1.0, section 3.1.2.1). */
function languageOfLocales(pairs: readonly (readonly [string, string])[]): Language | undefined {
  const [, given = ''] = pairs.find(([name]) => name === 'ui_locales') ?? [];
  const tags = given.slice(0, MAX_LOCALES_LENGTH).toLowerCase().split(' ');
  return tags.map((tag) => tag.replace(/-.*/, '')).find(isLanguage);
}

const MAX_LOCALES_LENGTH = 2048;
