import { type Texts } from './texts.js';

/** The texts of the pages in Brazilian Portuguese. */
export const pt: Texts = {
  lang: 'pt-BR',
  brand: 'Diretório de Lugares',
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
  backTo: (place) => `Depois você vai para ${place}.`,
  thisDevice: 'o aplicativo neste aparelho',
  allow: 'Permitir',
  deny: 'Não permitir',
  switchAccount: 'Usar outra conta',
  staleTitle: 'Este formulário não vale mais',
  staleReason: 'Ele ficou aberto por muito tempo, veio de outro lugar, ou seu navegador não aceita cookies deste site.',
  tryAgain: 'Tentar de novo',
  invalidTitle: 'Este link não funciona',
  invalidReason:
    'O aplicativo que trouxe você até aqui fez um pedido inválido. Volte para o aplicativo ou avise quem o desenvolve.',
  failedTitle: 'Não deu certo',
  failedReason: 'Algo falhou do nosso lado. Tente de novo daqui a pouco.',
  rejectedReason: 'Seu navegador fez um pedido que não é possível aqui.',
  forDevelopers: 'Para desenvolvedores:',
};
