	.file	"LLVMDialectModule"
	.text
	.globl	axpy                            # -- Begin function axpy
	.p2align	4
	.type	axpy,@function
axpy:                                   # @axpy
# %bb.0:
	testq	%rcx, %rcx
	jle	.LBB0_12
# %bb.1:                                # %.lr.ph.preheader
	movq	8(%rsp), %rax
	cmpq	$8, %rcx
	jb	.LBB0_2
# %bb.3:                                # %vector.memcheck
	leaq	(%rax,%rcx,4), %rdx
	leaq	(%rsi,%rcx,4), %rdi
	cmpq	%rdi, %rax
	setb	%dil
	cmpq	%rdx, %rsi
	setb	%dl
	testb	%dl, %dil
	je	.LBB0_5
.LBB0_2:
	xorl	%edx, %edx
.LBB0_8:                                # %.lr.ph.preheader5
	movq	%rdx, %rdi
	orq	$1, %rdi
	testb	$1, %cl
	je	.LBB0_10
# %bb.9:                                # %.lr.ph.prol
	movss	(%rsi,%rdx,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	mulss	%xmm0, %xmm1
	addss	(%rax,%rdx,4), %xmm1
	movss	%xmm1, (%rax,%rdx,4)
	movq	%rdi, %rdx
.LBB0_10:                               # %.lr.ph.prol.loopexit
	cmpq	%rdi, %rcx
	je	.LBB0_12
	.p2align	4
.LBB0_11:                               # %.lr.ph
                                        # =>This Inner Loop Header: Depth=1
	movss	(%rsi,%rdx,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	mulss	%xmm0, %xmm1
	addss	(%rax,%rdx,4), %xmm1
	movss	%xmm1, (%rax,%rdx,4)
	movss	4(%rsi,%rdx,4), %xmm1           # xmm1 = mem[0],zero,zero,zero
	mulss	%xmm0, %xmm1
	addss	4(%rax,%rdx,4), %xmm1
	movss	%xmm1, 4(%rax,%rdx,4)
	addq	$2, %rdx
	cmpq	%rdx, %rcx
	jne	.LBB0_11
	jmp	.LBB0_12
.LBB0_5:                                # %vector.ph
	movabsq	$9223372036854775800, %rdx      # imm = 0x7FFFFFFFFFFFFFF8
	andq	%rcx, %rdx
	movaps	%xmm0, %xmm1
	shufps	$0, %xmm0, %xmm1                # xmm1 = xmm1[0,0],xmm0[0,0]
	xorl	%edi, %edi
	.p2align	4
.LBB0_6:                                # %vector.body
                                        # =>This Inner Loop Header: Depth=1
	movups	(%rsi,%rdi,4), %xmm2
	movups	16(%rsi,%rdi,4), %xmm3
	movups	(%rax,%rdi,4), %xmm4
	movups	16(%rax,%rdi,4), %xmm5
	mulps	%xmm1, %xmm2
	addps	%xmm4, %xmm2
	mulps	%xmm1, %xmm3
	addps	%xmm5, %xmm3
	movups	%xmm2, (%rax,%rdi,4)
	movups	%xmm3, 16(%rax,%rdi,4)
	addq	$8, %rdi
	cmpq	%rdi, %rdx
	jne	.LBB0_6
# %bb.7:                                # %middle.block
	cmpq	%rdx, %rcx
	jne	.LBB0_8
.LBB0_12:                               # %._crit_edge
	retq
.Lfunc_end0:
	.size	axpy, .Lfunc_end0-axpy
                                        # -- End function
	.globl	_mlir_ciface_axpy               # -- Begin function _mlir_ciface_axpy
	.p2align	4
	.type	_mlir_ciface_axpy,@function
_mlir_ciface_axpy:                      # @_mlir_ciface_axpy
# %bb.0:
	movq	24(%rdi), %rax
	testq	%rax, %rax
	jle	.LBB1_12
# %bb.1:                                # %.lr.ph.i.preheader
	movq	8(%rdi), %rcx
	movq	8(%rsi), %rdx
	cmpq	$8, %rax
	jb	.LBB1_2
# %bb.3:                                # %vector.memcheck
	leaq	(%rdx,%rax,4), %rsi
	leaq	(%rcx,%rax,4), %rdi
	cmpq	%rdi, %rdx
	setb	%dil
	cmpq	%rsi, %rcx
	setb	%sil
	testb	%sil, %dil
	je	.LBB1_5
.LBB1_2:
	xorl	%esi, %esi
.LBB1_8:                                # %.lr.ph.i.preheader26
	movq	%rsi, %rdi
	orq	$1, %rdi
	testb	$1, %al
	je	.LBB1_10
# %bb.9:                                # %.lr.ph.i.prol
	movss	(%rcx,%rsi,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	mulss	%xmm0, %xmm1
	addss	(%rdx,%rsi,4), %xmm1
	movss	%xmm1, (%rdx,%rsi,4)
	movq	%rdi, %rsi
.LBB1_10:                               # %.lr.ph.i.prol.loopexit
	cmpq	%rdi, %rax
	je	.LBB1_12
	.p2align	4
.LBB1_11:                               # %.lr.ph.i
                                        # =>This Inner Loop Header: Depth=1
	movss	(%rcx,%rsi,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	mulss	%xmm0, %xmm1
	addss	(%rdx,%rsi,4), %xmm1
	movss	%xmm1, (%rdx,%rsi,4)
	movss	4(%rcx,%rsi,4), %xmm1           # xmm1 = mem[0],zero,zero,zero
	mulss	%xmm0, %xmm1
	addss	4(%rdx,%rsi,4), %xmm1
	movss	%xmm1, 4(%rdx,%rsi,4)
	addq	$2, %rsi
	cmpq	%rsi, %rax
	jne	.LBB1_11
	jmp	.LBB1_12
.LBB1_5:                                # %vector.ph
	movabsq	$9223372036854775800, %rsi      # imm = 0x7FFFFFFFFFFFFFF8
	andq	%rax, %rsi
	movaps	%xmm0, %xmm1
	shufps	$0, %xmm0, %xmm1                # xmm1 = xmm1[0,0],xmm0[0,0]
	xorl	%edi, %edi
	.p2align	4
.LBB1_6:                                # %vector.body
                                        # =>This Inner Loop Header: Depth=1
	movups	(%rcx,%rdi,4), %xmm2
	movups	16(%rcx,%rdi,4), %xmm3
	movups	(%rdx,%rdi,4), %xmm4
	movups	16(%rdx,%rdi,4), %xmm5
	mulps	%xmm1, %xmm2
	addps	%xmm4, %xmm2
	mulps	%xmm1, %xmm3
	addps	%xmm5, %xmm3
	movups	%xmm2, (%rdx,%rdi,4)
	movups	%xmm3, 16(%rdx,%rdi,4)
	addq	$8, %rdi
	cmpq	%rdi, %rsi
	jne	.LBB1_6
# %bb.7:                                # %middle.block
	cmpq	%rsi, %rax
	jne	.LBB1_8
.LBB1_12:                               # %axpy.exit
	retq
.Lfunc_end1:
	.size	_mlir_ciface_axpy, .Lfunc_end1-_mlir_ciface_axpy
                                        # -- End function
	.globl	add3                            # -- Begin function add3
	.p2align	4
	.type	add3,@function
add3:                                   # @add3
# %bb.0:
                                        # kill: def $esi killed $esi def $rsi
                                        # kill: def $edi killed $edi def $rdi
	leal	(%rdi,%rsi), %eax
	addl	%edx, %eax
	retq
.Lfunc_end2:
	.size	add3, .Lfunc_end2-add3
                                        # -- End function
	.section	".note.GNU-stack","",@progbits
