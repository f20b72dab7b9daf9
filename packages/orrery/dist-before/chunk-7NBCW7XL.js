var KeyValueError=class extends Error{code;constructor(code,message,options){super(message,options);this.name="KeyValueError";this.code=code}};export{KeyValueError};
